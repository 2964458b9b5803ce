/** An admin opens this page from an email (S-108). */
export const decideCompanyWords = {
  accept: {
    title: 'Accept this company?',
    heading: (company: string) => `Accept ${company}?`,
    text: 'Nothing has changed yet. If you accept:',
    effects: [
      'the researcher can create projects and studies, and reach participants;',
      'we notify the researcher by email and on the dashboard;',
      'both links in your email stop working.',
    ],
    button: 'Accept this company',
    doneHeading: (company: string) => `${company} is accepted`,
    doneText: 'We notified the researcher, who can create studies now. You can close this page.',
  },
  decline: {
    title: 'Decline this company?',
    heading: (company: string) => `Decline ${company}?`,
    text: 'Nothing has changed yet. If you decline:',
    effects: [
      'the researcher cannot create studies, but can correct the information and send it again;',
      'we notify the researcher by email and on the dashboard, with your reason if any;',
      'both links in your email stop working.',
    ],
    button: 'Decline this company',
    doneHeading: (company: string) => `${company} is declined`,
    doneText:
      'We notified the researcher, who can correct the information and send it again. You can close this page.',
  },
  sentHeading: 'What they sent',
  reason: 'Reason',
  reasonHint: 'The researcher sees it. Say what to correct.',
  reading: 'Looking up the company of this link',
  notReachedHeading: 'We could not look up this link',
  tryAgain: 'Try again',
  acceptedHeading: (company: string) => `${company} has already been accepted`,
  declinedHeading: (company: string) => `${company} has already been declined`,
  decidedHeading: 'The decision on this company was already made',
  decidedText: 'The first decision is final, and the researcher was notified. Nothing has changed now.',
  oldHeading: (company: string) => `This link about ${company} is already used or too old`,
  oldText:
    'The company is waiting for a decision, and nothing was changed now. Use the link in the newest email about it. If that link is too old, a new email comes within a day.',
  notValidHeading: 'This link is not valid',
  notValidText: 'It may be incomplete or too old. Open the newest email about this company and use its link.',
} as const;
