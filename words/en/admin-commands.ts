export const adminCommandWords = {
  usage: `npm run admin -- companies [search] [--pending]
npm run admin -- accept <company: its researcher’s id or email>
npm run admin -- decline <company> <reason>
npm run admin -- people [search]
npm run admin -- revoke <company: its researcher’s id or email> <reason>
npm run admin -- restore <company>
npm run admin -- allow-exports <company>
npm run admin -- suspend <person: id or email> <reason>
npm run admin -- unsuspend <person>
npm run admin -- shared-numbers
npm run admin -- correct <person> <date of birth, as 1996-04-02, or gender: MALE, FEMALE, …> <reason>
npm run admin -- leave <person> <reason>
npm run admin -- data <person> <file>
npm run admin -- email-back <person> <email: one that they had before>
npm run admin -- audit [--since 2026-11-24] [--who <person>]
npm run admin -- deliveries [person] [--since 2026-11-24]
npm run admin -- try email <address> | text <number, as +233241234567> | provider
npm run admin -- text-reports
npm run admin -- ussd
npm run admin -- dead-letters
npm run admin -- retry <id>
npm run admin -- retry --all [queue]
npm run admin -- disputes
npm run admin -- disputes <booking>
npm run admin -- payables
npm run admin -- retention
npm run admin -- delete-old-audit
npm run admin -- version
With --as NAME, the audit keeps this name beside that of the account on this machine.`,
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
  verified: 'verified',
  notVerified: 'not verified',
  headings: {
    companies: ['STATUS', 'COMPANY', 'NAME', 'EMAIL', 'ID', 'SENT', 'REASON'],
    people: ['ROLE', 'NAME', 'EMAIL', 'ID', 'REGISTERED', 'EMAIL IS', 'SUSPENDED', 'REASON'],
    'shared-numbers': ['NUMBER', 'NAME', 'EMAIL', 'ID', 'SINCE', 'SUSPENDED'],
    audit: ['TIME', 'SERVICE', 'EVENT', 'PERSON', 'ABOUT'],
    'dead-letters': ['SINCE', 'SERVICE', 'QUEUE', 'ID', 'DATA'],
    deliveries: ['TIME', 'WAY', 'KIND', 'STATE', 'REASON', 'EMAIL', 'ID'],
    disputes: ['BOOKING', 'MEETING', 'OPEN', 'STUDY'],
    payables: ['APPLICATION', 'STUDY', 'AMOUNT', 'SINCE'],
    retention: ['SERVICE', 'KIND', 'COUNT'],
  },
  accepted: 'Accepted. An email and a notification tell the researcher within a minute.',
  declined: 'Declined. An email and a notification tell the researcher, with the reason, within a minute.',
  revoked:
    'Revoked. Open studies are paused, and those concerned are told, within a minute. The researcher saves no files.',
  exportsAllowed: 'The researcher can save files of their studies again. The company stays revoked.',
  restored: 'Restored. The researcher reopens the studies.',
  isSuspended:
    'Suspended and logged out. Open studies are paused, and applications withdrawn, within a minute.',
  isUnsuspended: 'They can log in again.',
  share: (count: number) => `${count} accounts`,
  notACorrection:
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
    `${email} is back. Everybody is logged out, and an email to it sets a new password.`,
  notBefore: 'This account has not had that email in the last 30 days, or has it still. Nothing is changed.',
  otherAccount: (email: string, id: string) =>
    `${email} has another account by now, ${id}, so nothing is changed. Ask its owner to delete that one in My Accounts, or to give it another email there. Then do this again.`,
  nothing:
    'Nothing is changed: it is so already, or there is no such company. One that waits is decided by `accept` or `decline`.',
  testEmail: {
    subject: 'A test email',
    body: 'An operator has sent this email to see whether emails arrive. There is nothing to do.',
  },
  emailTaken: (to: string) =>
    `The mail server has taken an email to ${to}. Look whether it arrives, and not as spam.`,
  emailKept: 'No SMTP_URL is set, so the email is kept in the demo’s mailbox (/dev/mail).',
  emailNotTaken: (answer: string) => `The email was not taken. What came back: ${answer}`,
  testText: 'A test message. There is nothing to do.',
  noGateway: 'No gateway for text messages is set (SMS_GATEWAY).',
  notAMobileNumber: 'This is no mobile number of Ghana, such as +233241234567.',
  textAccepted: (gateway: string) => `${gateway} has accepted a text message. Look whether it arrives.`,
  textNotAccepted: (gateway: string, answer: string) => `${gateway} did not accept it: ${answer}`,
  noProvider: 'No payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL).',
  providerSaid: ({ name, pesewas, said }: { name: string; pesewas?: number | undefined; said: string }) =>
    pesewas === undefined
      ? `${name} does not say what lies there: ${said}`
      : `${name} answers: GH₵ ${(pesewas / 100).toFixed(2)} lie there`,
  retried: (many: number) => (many === 1 ? 'It is tried again.' : `${many} are tried again.`),
  noDeadLetter: 'No such job is parked.',
  openFor: (hours: number) =>
    hours < 48 ? `open for ${hours} h` : `open for ${Math.floor(hours / 24)} days`,
  disputeSent: 'The email goes to the admin again, within a minute.',
  notDisputed: 'No such dispute is open.',
  amount: (pesewas: number) => `GH₵ ${(pesewas / 100).toFixed(2)}`,
  oldAuditDeleted: (counts: string) => `Deleted: ${counts}.`,
};
