/** What the services say to people by themselves: notifications and letters. */
export const notices = {
  companyAccepted: 'Your company has been verified. You can now create studies.',
  companyDeclined: 'Your company could not be verified. You can correct the information and try again.',
  newApplicant: (studyName: string) => `Someone applied to “${studyName}”.`,
  studyClosed: (publicName: string) => `“${publicName}” was closed by its researcher. Your answers are kept.`,
} as const;
