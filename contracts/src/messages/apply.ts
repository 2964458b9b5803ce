/** Answering the screener of a study. */
export const applyMessages = {
  heading: 'Apply to this study',
} as const;
