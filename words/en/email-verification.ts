/** Quoted texts stay letter for letter (S-105, D-01). */
export const verificationWords = {
  passwordEmailSent: {
    heading: 'Check your email',
    text: (email: string) =>
      `If ${email} has an account, we sent a link to set a new password. It works once, for 30 minutes.`,
  },
  verifyingConfirmation: {
    heading: 'Check your email',
    text: (email: string) =>
      `We sent a link to ${email}. Open it within 24 hours to verify your email. We then log you in.`,
  },
  success: {
    heading: 'Your email is verified',
    text: 'You can now log in.',
  },
  failed: {
    heading: 'We could not verify your email',
    text: 'The link was used before, is older than 24 hours, or is not complete.',
    verifiedBefore: 'Is your email already verified?',
  },
  nothingCame: 'No email yet? Check your spam folder, or send it again.',
  askForEmail: 'Do you need a new link? Enter your email.',
  sendNew: (email: string) => `We can send a new link to ${email}.`,
  email: 'Email',
  resend: 'Resend email',
  wrongAddress: 'Is the address wrong?',
  signUpAgain: 'Sign up again',
  tryOtherEmail: 'Try another email',
  logIn: 'Log in',
  sentAgain: 'Verification email sent again!',
  sentTitle: 'We sent it again',
  sentText: (email: string) =>
    `If ${email} has an account that is not verified, we sent a new link. It can take a few minutes. Use the newest email.`,
  gotIt: 'Got it',
} as const;
