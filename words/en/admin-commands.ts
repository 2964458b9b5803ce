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
npm run admin -- disputes <id>
npm run admin -- decide-survey <id> approve|reject <reason>
npm run admin -- payables
npm run admin -- retention
npm run admin -- delete-old-audit
npm run admin -- admins
npm run admin -- admins add <email> <roles: SUPPORT, ADMIN, FINANCE, as SUPPORT,ADMIN> <name>
npm run admin -- admins remove <email>
npm run admin -- admins enrol <email: a new link, instead of a lost passkey>
npm run admin -- version
With --as NAME, the audit records this name with the account on this machine.`,
  version: (of: { version: string; commit: string; schema: string; database: string }) =>
    `version   ${of.version}
commit    ${of.commit}
schema    ${of.schema}
database  ${of.database}`,
  noUssd: 'No USSD gateway is set (USSD_GATEWAY).',
  reason: (most: number) =>
    `Please give a reason of at most ${most} characters. The person concerned may see it, and the audit keeps it.`,
  unknown: 'No person has this id or email.',
  none: 'Nothing found.',
  suspended: 'suspended',
  verified: 'verified',
  notVerified: 'not verified',
  headings: {
    companies: ['STATUS', 'COMPANY', 'NAME', 'EMAIL', 'ID', 'SENT', 'REASON'],
    people: ['ROLE', 'NAME', 'EMAIL', 'ID', 'REGISTERED', 'EMAIL IS', 'SUSPENDED', 'REASON'],
    'shared-numbers': ['NUMBER', 'NAME', 'EMAIL', 'ID', 'SINCE', 'SUSPENDED'],
    admins: ['EMAIL', 'NAME', 'ROLES', 'PASSKEY', 'ADDED', 'BY', 'LAST USED', 'ID'],
    audit: ['TIME', 'SERVICE', 'EVENT', 'PERSON', 'ABOUT', 'ADMIN'],
    'dead-letters': ['SINCE', 'SERVICE', 'QUEUE', 'ID', 'DATA'],
    deliveries: ['TIME', 'WAY', 'KIND', 'STATE', 'REASON', 'EMAIL', 'ID'],
    disputes: ['ID', 'MEETING', 'OPEN', 'STUDY'],
    payables: ['APPLICATION', 'STUDY', 'AMOUNT', 'SINCE'],
    retention: ['SERVICE', 'KIND', 'COUNT'],
  },
  accepted: 'Accepted. We notify the researcher within a minute.',
  declined: 'Declined. We notify the researcher, with the reason, within a minute.',
  revoked:
    'Revoked. Within a minute, open studies are paused and their participants notified. The researcher cannot save files.',
  exportsAllowed: 'The researcher can save files of their studies again. The company stays revoked.',
  restored: 'Restored. The researcher can resume the studies.',
  isSuspended:
    'Suspended and logged out. Within a minute, open studies are paused and applications withdrawn.',
  isUnsuspended: 'They can log in again.',
  share: (count: number) => `${count} accounts`,
  notACorrection:
    'Please give a date of birth, as 1996-04-02, or a gender: MALE, FEMALE, … People must be 18 or over.',
  corrected: 'Corrected. All studies use the new value within seconds. Nothing else has changed.',
  hasLeft: 'The account is deleted. The other services erase its data within minutes.',
  obstacles: {
    MEETINGS_TO_COME: 'people have booked meetings with them',
    SUBMISSIONS_WAIT: 'people wait for them to approve surveys',
    BUDGET_IS_OPEN: 'one of their budgets is open, or must still pay participants',
    PAYMENT_NOT_FINAL: 'a payment to or from them is not finished',
  },
  mustBeSettled: (what: string) => `Nothing is changed, because ${what}. This must be finished first.`,
  dataSaved: (path: string) =>
    `${path} has the same data that the person can save in My Accounts. Give it only to them, and delete it here.`,
  fileIsThere: (path: string) => `${path} already exists, so nothing was written. Choose another path.`,
  emailIsBack: (email: string) =>
    `${email} is restored. All devices are logged out, and an email to it sets a new password.`,
  notBefore: 'The account has that email now, or did not have it in the last 30 days. Nothing is changed.',
  otherAccount: (email: string, id: string) =>
    `${email} now belongs to another account, ${id}, so nothing is changed. Ask its owner to delete that account or change its email in My Accounts. Then try again.`,
  nothing:
    'Nothing is changed. This is already done, or there is no such company. To decide a waiting company, use `accept` or `decline`.',
  noAdminUrl: 'Please set ADMIN_URL first, the address of the admin area. Nothing is changed.',
  adminExists: 'This email already belongs to an admin. Nothing is changed.',
  unknownAdmin: 'No admin has this email.',
  adminRemoved: 'Removed and logged out.',
  hasPasskey: 'yes',
  hasNoPasskey: 'no',
  enrolmentLink: ({ url, isEmailed }: { url: string; isEmailed: boolean }) =>
    `This link creates their passkey. It works once, for 24 hours:
${url}
${isEmailed ? 'We have also emailed it.' : 'The mail server did not accept it, so please pass it on.'}`,
  testEmail: {
    subject: 'A test email',
    body: 'An operator has sent this email to test if emails arrive. You do not need to do anything.',
  },
  emailTaken: (to: string) =>
    `The mail server has accepted an email to ${to}. Check that it arrives, and not as spam.`,
  emailKept: 'No SMTP_URL is set, so the email is kept in the demo’s mailbox (/dev/mail).',
  emailNotTaken: (answer: string) => `The mail server did not accept the email. It answered: ${answer}`,
  testText: 'A test message. You do not need to do anything.',
  noGateway: 'No gateway for text messages is set (SMS_GATEWAY).',
  notAMobileNumber: 'This is not a mobile number of Ghana. Give one such as +233241234567.',
  textAccepted: (gateway: string) => `${gateway} has accepted a text message. Check that it arrives.`,
  textNotAccepted: (gateway: string, answer: string) => `${gateway} did not accept it: ${answer}`,
  noProvider: 'No payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL).',
  providerSaid: ({ name, pesewas, said }: { name: string; pesewas?: number | undefined; said: string }) =>
    pesewas === undefined
      ? `${name} did not report a balance: ${said}`
      : `${name} reports a balance of GH₵ ${(pesewas / 100).toFixed(2)}`,
  retried: (many: number) => (many === 1 ? 'Trying it again.' : `Trying ${many} again.`),
  noDeadLetter: 'There is no such dead letter.',
  openFor: (hours: number) =>
    hours < 48 ? `open for ${hours} h` : `open for ${Math.floor(hours / 24)} days`,
  disputeSent: 'We send the email to the admin again within a minute.',
  notDisputed: 'There is no such open dispute.',
  surveyDecided: 'Decided. We notify both sides within a minute.',
  noPlaceLeft: 'Nothing is changed, because the study has no place left to pay from.',
  amount: (pesewas: number) => `GH₵ ${(pesewas / 100).toFixed(2)}`,
  oldAuditDeleted: (counts: string) => `Deleted: ${counts}.`,
};
