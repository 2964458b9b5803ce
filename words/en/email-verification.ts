/** Quoted texts stay letter for letter (S-105, D-01). */
export const verificationWords = {
  passwordEmailSent: {
    heading: 'Check your email',
    text: (email: string) =>
      `If there is an account with ${email}, a link to set a new password is on its way. It works once, for 30 minutes.`,
  },
  verifyingConfirmation: {
    heading: 'Check your email',
    text: (email: string) =>
      `We have sent a link to ${email}. Open it within 24 hours to verify that the address is yours; you are then logged in.`,
  },
  success: {
    heading: 'Your email is verified',
    text: 'It is done, and the link is used up. Log in to go on.',
  },
  failed: {
    heading: 'We could not verify your email',
    text: 'The link was already used, is older than 24 hours, or was cut off on its way.',
    verifiedBefore: 'Verified before?',
  },
  nothingCame: 'Nothing came? Look among the unwanted mail, or have it sent again.',
  askForEmail: 'Need a new link? Tell us your email.',
  sendNew: (email: string) => `We can send a new link to ${email}.`,
  email: 'Email',
  resend: 'Resend email',
  wrongAddress: 'Was the address wrong?',
  signUpAgain: 'Sign up again',
  tryOtherEmail: 'Try another email',
  logIn: 'Log in',
  sentAgain: 'Verification email sent again!',
  sentTitle: 'We sent it again',
  sentText: (email: string) =>
    `A new link is on its way to ${email}, if there is an account that waits for it. It can take a few minutes; use the newest email.`,
  gotIt: 'Got it',
} as const;
