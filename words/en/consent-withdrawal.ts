/** In a file of its own, because lists and forms need only the words for giving consent. */
export const consentWithdrawalWords = {
  title: 'Withdraw your consent?',
  whatGoes: (study: string) => `We delete your answers to “${study}” and notify the researcher.`,
  whatGoesOnline: (study: string) =>
    `We delete your answers here to “${study}” and notify the researcher. The survey itself is on another website. Its answers are deleted by the researcher.`,
  youLeave: 'Your application ends, and any booked meeting is cancelled. You cannot apply again.',
  youLeaveSurvey: 'Your application ends, so you can no longer finish the survey. You cannot apply again.',
  moneyStays: 'We still pay money that you earned.',
  action: 'Withdraw permanently',
  keep: 'Keep my consent',
  done: 'You withdrew your consent. Your answers here are deleted.',
} as const;
