export const stopInvitationWords = {
  heading: 'No more invitations',
  text: 'Researchers can no longer invite your email to studies. If you have an account, it does not change.',
  press: 'Stop all invitations',
  doneTitle: 'You will get no more invitations',
  doneText: 'Researchers can no longer invite your email.',
  wrongTitle: 'This link does not work',
  wrongText: 'Please press the button in your email again, or write to us.',
} as const;
