/** A normalized address that limits count by. Accounts keep the address as it was typed. */
export type Mailbox = string & { readonly kind: 'mailbox' };

/**
 * Removes a tag after a plus sign and, for Gmail, full stops. An address with them leads to the same mailbox.
 */
export function toMailbox(email: string): Mailbox {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  const isGmail = name !== undefined && domain !== undefined;
  return (isGmail ? `${name.replaceAll('.', '')}@gmail.com` : untagged) as Mailbox;
}

/** Emails that are counted under this key do not use up the mailbox's usual limit. */
export const separateCount = (mailbox: Mailbox, prefix: string): Mailbox => `${prefix} ${mailbox}` as Mailbox;
