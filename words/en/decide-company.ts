/** An admin opens this page from an email (S-108). */
export const decideCompanyWords = {
  accept: {
    title: 'Accept this company?',
    heading: (company: string) => `Accept ${company}?`,
    text: 'Nothing has changed yet. If you accept:',
    effects: [
      'the researcher may create projects and studies, and reach participants;',
      'the researcher is told by email and on the dashboard;',
      'both links in your email are used up.',
    ],
    button: 'Accept this company',
    doneHeading: (company: string) => `${company} is accepted`,
    doneText: 'The researcher has been told and can create studies now. You may close this page.',
  },
  decline: {
    title: 'Decline this company?',
    heading: (company: string) => `Decline ${company}?`,
    text: 'Nothing has changed yet. If you decline:',
    effects: [
      'the researcher may not create studies, but can correct the information and send it again;',
      'the researcher is told by email and on the dashboard, with your reason if you give one;',
      'both links in your email are used up.',
    ],
    button: 'Decline this company',
    doneHeading: (company: string) => `${company} is declined`,
    doneText: 'The researcher has been told and can send corrected information. You may close this page.',
  },
  sentHeading: 'What they sent',
  reason: 'Reason',
  reasonHint: 'The researcher reads it. Say what to correct.',
  reading: 'Looking up the company of this link',
  notReachedHeading: 'We could not look up this link',
  tryAgain: 'Try again',
  acceptedHeading: (company: string) => `${company} has already been accepted`,
  declinedHeading: (company: string) => `${company} has already been declined`,
  decidedHeading: 'This company has already been decided on',
  decidedText: 'The first decision stands, and nothing was changed now. The researcher has been told of it.',
  oldHeading: (company: string) => `This link about ${company} is used up or too old`,
  oldText:
    'The company waits for a decision, and nothing was changed now. Use the link of the newest email about it. If that is too old as well, a new email comes within a day.',
  notValidHeading: 'This link is not valid',
  notValidText:
    'It may have been cut off on its way, or be too old. Open the newest email about this company and use its link.',
} as const;
