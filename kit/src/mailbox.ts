/** An address that is normalized for counting limits; accounts keep the address as typed. */
export type Mailbox = string & { readonly kind: 'mailbox' };

/** Removes a tag after a plus and, for Gmail, full stops, because they lead to the same mailbox. */
export function toMailbox(email: string): Mailbox {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  const isGmail = name !== undefined && domain !== undefined;
  return (isGmail ? `${name.replaceAll('.', '')}@gmail.com` : untagged) as Mailbox;
}

/** Returns a key that counts some emails apart, so that they do not use up the usual limit of the mailbox. */
export const separateCount = (mailbox: Mailbox, prefix: string): Mailbox => `${prefix} ${mailbox}` as Mailbox;
