/** What mailboxes are told apart by: a tag behind a plus leads to the same one, as do the full stops that Gmail does not read. */
export function mailboxOf(email: string): string {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '');
  const [, name, domain] = /^(.+)@(gmail|googlemail)\.com$/.exec(untagged) ?? [];
  return name === undefined || domain === undefined ? untagged : `${name.replaceAll('.', '')}@gmail.com`;
}
