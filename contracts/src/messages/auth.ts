/** Log in, sign up, email verification and password reset. */
export const authMessages = {
  logInHeading: 'Welcome back',
  signUpHeading: 'Recruit participants',
  participantSignUpHeading: 'Take part in studies',
  forgotPasswordHeading: 'Forgot your password?',
  emailVerificationHeading: 'Check your email',
  verifyEmailHeading: 'Verifying your email',
  resetPasswordHeading: 'Choose a new password',
} as const;
