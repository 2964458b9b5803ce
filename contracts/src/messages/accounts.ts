/** My Accounts. */
export const accountMessages = {
  heading: 'My Accounts',
} as const;
