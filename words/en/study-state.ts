/** Only researchers read these texts, but everyone loads choices.ts. */
export const studyStateWords = { full: 'Full', suspended: 'Suspended' } as const;
