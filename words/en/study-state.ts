/** Only researchers read this text, so it is not in choices.ts. */
export const studyStateWords = { full: 'Full', suspended: 'Suspended' } as const;
