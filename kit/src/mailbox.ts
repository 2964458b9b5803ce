/** Limits count by this key; accounts keep the address as typed. */
export type Mailbox = string & { readonly kind: 'mailbox' };

/** Removes the tag after a plus and, for Gmail, full stops, because they do not change the mailbox. */
export function mailboxOf(email: string): Mailbox {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  const isGmail = name !== undefined && domain !== undefined;
  return (isGmail ? `${name.replaceAll('.', '')}@gmail.com` : untagged) as Mailbox;
}

/** Lets some emails to a mailbox have their own limit. */
export const separateCount = (mailbox: Mailbox, whose: string): Mailbox => `${whose} ${mailbox}` as Mailbox;
