export const consentAgreementWords = {
  heading: 'Before you apply',
  text: 'Please read this first. We also email it to you.',
  agree: 'I have read this and agree',
  toText: 'Agree to the text above',

  askedHeading: 'The consent text has changed',
  askedText: 'Please read it and agree. Then you can take part.',
  askedAction: 'I have read this and agree',
  agreed: 'You agreed. We email you the text.',
} as const;
