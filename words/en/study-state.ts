/** Separate from choices.ts, because only researchers read it. */
export const studyStateWords = { full: 'Full' } as const;
