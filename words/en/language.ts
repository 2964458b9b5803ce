/** The language of these words, for the pages that speak it. */
export const language: string = 'en-GH';
