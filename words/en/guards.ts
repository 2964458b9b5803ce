/** What a guard says when it sends somebody elsewhere (section 8); letter for letter (D-01). */
export const guardWords = {
  mustBeVerified: 'Your account must be verified to view this resource',
  alreadyVerified: 'You are already verified',
  alreadySubmitted: 'You are have already submitted this information',
  /** Our own words: the specification sends researchers away without a word. */
  participantsApply: 'Only participants can apply to studies. You are logged in as a researcher.',
} as const;
