/** Of a published study without a place, beside the states of choices.ts: apart from them, as only researchers read it. */
export const studyStateWords = { full: 'Full' } as const;
