export const consentingWords = {
  heading: 'Before you apply',
  text: 'Please read this first. We also email it to you.',
  agree: 'I have read this and agree',
  toText: 'Agree to the text above',

  askedHeading: 'The consent text has changed',
  askedText: 'Please read it and agree. Then you can take part.',
  askedAction: 'I have read this and agree',
  agreed: 'You agreed. We email you the text.',

  title: 'Withdraw your consent?',
  whatGoes: (study: string) => `We delete your answers to “${study}” and notify the researcher.`,
  youLeave: 'Your application ends, and any booked meeting is cancelled. You cannot apply again.',
  youLeaveSurvey: 'Your application ends, so you can no longer finish the survey. You cannot apply again.',
  moneyStays: 'We still pay money that you earned.',
  action: 'Withdraw permanently',
  keep: 'Keep my consent',
  done: 'You withdrew your consent. Your answers are deleted.',
} as const;
