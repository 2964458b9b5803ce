/** What `npm run admin` says to an operator. */
export const adminCommandWords = {
  usage: `npm run admin -- companies [search]
npm run admin -- people [search]
npm run admin -- revoke <company: its researcher’s id or email> <reason>
npm run admin -- restore <company>
npm run admin -- suspend <person: id or email> <reason>
npm run admin -- unsuspend <person>
npm run admin -- shared-numbers
npm run admin -- correct <person> <date of birth, as 1996-04-02, or gender: MALE, FEMALE, …> <reason>
npm run admin -- leave <person> <reason>
npm run admin -- data <person> <file>
npm run admin -- email-back <person> <email: one that they had before>
npm run admin -- audit [--since 2026-11-24] [--who <person>]
npm run admin -- deliveries [person] [--since 2026-11-24]
npm run admin -- text-reports
npm run admin -- ussd
npm run admin -- parked
npm run admin -- retry <id>
npm run admin -- retry --all [queue]
npm run admin -- disputes
npm run admin -- disputes <booking>
npm run admin -- dues
npm run admin -- retention
npm run admin -- delete-old-audit
npm run admin -- version`,
  version: (of: { version: string; commit: string; schema: string; database: string }) =>
    `version   ${of.version}
commit    ${of.commit}
schema    ${of.schema}
database  ${of.database}`,
  noUssd: 'No gateway is set that phones dial by (USSD_GATEWAY).',
  reason: (most: number) =>
    `Please say why, in ${most} characters at the most. Whoever it concerns may read it, and the audit keeps it.`,
  unknown: 'Nobody has this id or email.',
  none: 'Nothing found.',
  suspended: 'suspended',
  revoked: 'Revoked. Open studies are paused, and those concerned are told, within a minute.',
  restored: 'Restored. The researcher reopens the studies.',
  isSuspended:
    'Suspended and logged out. Open studies are paused, and applications withdrawn, within a minute.',
  isUnsuspended: 'They can log in again.',
  share: (count: number) => `${count} accounts`,
  notAFact:
    'Please give a date of birth of somebody of 18 and over, as 1996-04-02, or a gender: MALE, FEMALE, …',
  corrected: 'Corrected, for all studies, within seconds. Nothing else has changed.',
  hasLeft: 'The account is deleted. The other services erase what they hold, within minutes.',
  obstacles: {
    MEETINGS_TO_COME: 'people have booked meetings with them',
    BUDGET_IS_OPEN: 'a budget of theirs is open, or owes somebody',
    PAYMENT_NOT_FINAL: 'a payment to them or of theirs is not settled',
  },
  mustBeSettled: (what: string) => `Nothing is changed: ${what}. That has to be settled first.`,
  dataSaved: (path: string) =>
    `${path} holds what the person could save in My Accounts. Give it to nobody else, and delete it here.`,
  fileIsThere: (path: string) => `${path} is there already, so nothing is written.`,
  emailIsBack: (email: string) =>
    `${email} is back. Everybody is logged out, and a letter to it sets a new password.`,
  notBefore: 'This account has not had that email in the last 30 days, or has it still. Nothing is changed.',
  otherAccount: (email: string, id: string) =>
    `${email} has another account by now, ${id}, so nothing is changed. Ask its owner to delete that one in My Accounts, or to give it another email there. Then do this again.`,
  nothing: 'It is so already, or there is no such company.',
  retried: (many: number) => (many === 1 ? 'It is tried again.' : `${many} are tried again.`),
  notParked: 'No such job is parked.',
  openFor: (hours: number) =>
    hours < 48 ? `open for ${hours} h` : `open for ${Math.floor(hours / 24)} days`,
  disputeSent: 'The letter goes to the admin again, within a minute.',
  notDisputed: 'No such dispute is open.',
  owed: (pesewas: number) => `GH₵ ${(pesewas / 100).toFixed(2)}`,
  oldAuditDeleted: (counts: string) => `Deleted: ${counts}.`,
};
