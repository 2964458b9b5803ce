/** Signing in with Google: on log in and sign up, and in the window that Google sends back to. */
export const googleWords = {
  continueWithGoogle: 'Continue with Google',
  or: 'or',
  agreeBefore: 'By continuing with Google you agree to the ',
  opening: 'Opening Google…',
  goOnThere: 'Go on in the window of Google. Press the button again if you do not see it.',
  closed: 'The window of Google was closed before it was done. Try again, or use your email and password.',
  cancelled:
    'You did not go on with Google, and nothing has changed. Try again, or use your email and password.',
  blocked: 'This browser does not open another window.',
  goOnHere: 'Go on in this one',
  logInByPassword: 'Log in with your password',

  workingHeading: 'Signing in with Google',
  workingText: 'This takes a moment.',
  doneHeading: 'You are logged in',
  doneText: 'Go on in the window where you began. You may close this one.',
  goToDashboard: 'Go to my dashboard',
  failedHeading: 'You are not logged in',
  nothingCame: 'Signing in with Google did not work. Please try again.',
  tryAgain: 'Try again',
  backToLogIn: 'Back to log in',
  recruit: 'Recruit participants',
  takePart: 'Take part in studies',
} as const;
