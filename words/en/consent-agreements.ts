export const consentingWords = {
  heading: 'Before you apply',
  text: 'Please read this first. We send it to you by email too.',
  agree: 'I have read this and agree',
  toText: 'Agree to the text above',

  askedHeading: 'The consent text has changed',
  askedText: 'Please read it. You can choose a time and meet once you agree.',
  askedAction: 'I have read this and agree',
  agreed: 'Agreed. We send you the text by email.',

  title: 'Take back your consent?',
  whatGoes: (study: string) => `Your answers to “${study}” are erased, and the researcher is told.`,
  youLeave: 'Your application ends, and your time is free for others. You cannot apply again.',
  moneyStays: 'Money that you are owed is still paid.',
  action: 'Take it back for good',
  keep: 'Keep it',
  done: 'Consent taken back. Your answers are erased.',
} as const;
