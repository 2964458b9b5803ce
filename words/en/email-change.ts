export const emailChangeWords = {
  email: 'email',
  heading: 'Change your email',
  intro:
    'We send a link to the new email. Nothing changes until you follow it. We also write to the email that you have now.',
  newEmail: 'New email',
  passwordHint: 'So that nobody else who finds your screen open can do this.',
  codeText:
    'You have no password yet that we could ask for. We send a code to the email that you have now; it works for 30 minutes.',
  ofGoogle: 'You go on logging in with the same Google account. Only our emails go to the new address.',
  send: 'Send the link',
  sentTitle: 'Look into your new mailbox',
  sent: (email: string) =>
    `If this email is not that of another account, a link is on its way to ${email}. It works once, for 24 hours. Until you follow it your email stays as it is.`,
  done: 'Close',
  title: 'Change of email',
  question: 'Is this email yours now?',
  questionText:
    'With one press it becomes the email of your account: you log in with it, and we write to it. All your other devices are logged out.',
  notNow: 'Not now',
  confirm: 'Yes, change my email',
  changed: 'Your email is changed. Your other devices are logged out.',
  deadHeading: 'This link is no longer valid',
  deadText:
    'It works once, for 24 hours, for the account that asked for it. A newer link or a new password ends it. Your email has not changed by it.',
  inUseHeading: 'This email is that of another account',
  inUseText: 'One email is one account. Your email has not changed.',
  toAccount: 'To My Accounts',
} as const;
