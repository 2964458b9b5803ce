/** KYC, and the page on which an admin decides. */
export const companyMessages = {
  kycHeading: 'Tell us about your company',
  acceptHeading: 'Accept this company?',
  declineHeading: 'Decline this company?',
} as const;
