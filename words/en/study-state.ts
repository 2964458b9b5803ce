/** In a file of its own, because only researchers read these texts and everyone loads choices.ts. */
export const studyStateWords = { full: 'Full', suspended: 'Suspended' } as const;
