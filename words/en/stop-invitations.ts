export const neverAgainWords = {
  heading: 'No more invitations',
  text: 'No researcher will invite your email to a study any more. An account that you have stays as it is.',
  press: 'Never invite me again',
  doneTitle: 'You get no more invitations',
  doneText: 'No researcher can invite your email any more.',
  wrongTitle: 'This link does not work',
  wrongText: 'Please press the button in your email again, or write to us.',
} as const;
