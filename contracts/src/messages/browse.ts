/** The participant's list of studies. */
export const browseMessages = {
  heading: 'Browse studies',
} as const;
