export const acceptInvitationWords = {
  opening: 'Opening your invitation',
  otherTitle: 'This was sent to another address.',
  otherText: (firstName: string) => `Use it as ${firstName}? An invitation is for one person.`,
  take: (firstName: string) => `Use it as ${firstName}`,
  leave: 'Do not use it',
  usedTitle: 'Another account has used this invitation.',
  usedText: 'Was the invitation sent to you? Log in with the email that received it.',
  brokenTitle: 'This invitation does not work.',
  brokenText: 'Open the link in the email again. The study may also have ended.',
} as const;
