/** The page on which an admin decides. */
export const companyMessages = {
  acceptHeading: 'Accept this company?',
  declineHeading: 'Decline this company?',
} as const;
