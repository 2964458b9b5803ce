export const invitedWords = {
  opening: 'Opening your invitation',
  otherTitle: 'This was sent to another address.',
  otherText: (firstName: string) => `Take it as ${firstName}? An invitation lets in one person.`,
  take: (firstName: string) => `Take it as ${firstName}`,
  leave: 'Leave it',
  usedTitle: 'This invitation has been used by another account.',
  usedText: 'Was it sent to you? Then log in with the address it was sent to.',
  brokenTitle: 'This invitation does not work.',
  brokenText: 'Open the link from the email once more. The study may also have ended.',
} as const;
