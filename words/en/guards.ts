/** Texts of section 8 of the specification stay letter for letter (D-01). */
export const guardWords = {
  mustBeVerified: 'Your account must be verified to view this resource',
  alreadyVerified: 'You are already verified',
  alreadySubmitted: 'You are have already submitted this information',
  /** The specification has no text here: it only redirects researchers. */
  participantsApply: 'Only participants can apply to studies. You are logged in as a researcher.',
} as const;
