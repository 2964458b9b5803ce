/** Limits count by it; accounts keep the address as typed. */
export type Mailbox = string & { readonly kind: 'mailbox' };

/** A tag after a plus and, for Gmail, full stops do not change the mailbox. */
export function toMailbox(email: string): Mailbox {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  const isGmail = name !== undefined && domain !== undefined;
  return (isGmail ? `${name.replaceAll('.', '')}@gmail.com` : untagged) as Mailbox;
}

/** These emails cannot use up the limit of others. */
export const separateCount = (mailbox: Mailbox, prefix: string): Mailbox => `${prefix} ${mailbox}` as Mailbox;
