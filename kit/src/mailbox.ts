/** The key by which limits count emails. Accounts keep the address as it was typed. */
export type Mailbox = string & { readonly kind: 'mailbox' };

/**
 * One key for every spelling of an email in its normal form. It leaves out the tag behind a plus and, for Gmail, the full stops,
 * because neither changes the mailbox.
 */
export function mailboxOf(email: string): Mailbox {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  const isGmail = name !== undefined && domain !== undefined;
  return (isGmail ? `${name.replaceAll('.', '')}@gmail.com` : untagged) as Mailbox;
}

/** A separate count for some of the emails to a mailbox, so that the others cannot use it up. */
export const separateCount = (mailbox: Mailbox, whose: string): Mailbox => `${whose} ${mailbox}` as Mailbox;
