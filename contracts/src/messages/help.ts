/** Need help?, and the tour. */
export const helpMessages = {
  heading: 'Need help?',
} as const;
