/** What the services say to people by themselves: notifications and letters. */
export const notices = {
  companyAccepted: 'Your company has been verified. You can now create studies.',
  companyDeclined: 'Your company could not be verified. You can correct the information and try again.',
  newApplicant: (studyName: string) => `Someone applied to “${studyName}”.`,
  applicantWithdrew: (studyName: string) => `Someone withdrew their application to “${studyName}”.`,
  accepted: (publicName: string) => `You have been accepted for “${publicName}”.`,
  declined: (publicName: string, reason: string) =>
    `Your application to “${publicName}” was declined. Reason: ${reason}.`,
  underReviewAgain: (publicName: string) => `Your application to “${publicName}” is under review again.`,
  studyFits: (publicName: string) => `A new study fits your profile: “${publicName}”.`,
  studyClosed: (publicName: string) => `“${publicName}” is closed now. Your answers are kept.`,
  studyEnded: (studyName: string) => `The meeting times of “${studyName}” are over, so it is closed now.`,
} as const;
