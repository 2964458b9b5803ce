export const emailChangeWords = {
  email: 'email',
  heading: 'Change your email',
  intro:
    'We send a link to the new email. Nothing changes until you open it. We also write to your current email.',
  newEmail: 'New email',
  passwordHint: 'So that no one else can change your email.',
  codeText: 'You have no password yet, so we send a code to your current email. It works for 30 minutes.',
  ofGoogle: 'You still log in with the same Google account. Only our emails go to the new address.',
  send: 'Send the link',
  sentTitle: 'Check your new email',
  sent: (email: string) =>
    `If no other account uses ${email}, we sent a link to it. The link works once, for 24 hours. Your email does not change until you open it.`,
  done: 'Close',
  title: 'Change your email',
  question: 'Change your email to this one?',
  questionText: 'You then log in with this email, and we write to it. All your other devices are logged out.',
  notNow: 'Not now',
  confirm: 'Yes, change my email',
  changed: 'Your email was changed. Your other devices are logged out.',
  deadHeading: 'This link is no longer valid',
  deadText:
    'A link works once, for 24 hours. A newer link or a new password cancels it. Your email has not changed.',
  inUseHeading: 'Another account uses this email',
  inUseText: 'Each email can have only one account. Your email has not changed.',
  toAccount: 'Go to My Accounts',
} as const;
