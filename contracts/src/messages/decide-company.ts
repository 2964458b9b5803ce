/** The page on which an admin decides on a company by the link of a letter (S-108). */
export const decideCompanyMessages = {
  accept: {
    heading: 'Accept this company?',
    text: 'Nothing has changed yet. If you accept:',
    effects: [
      'the researcher may create projects and studies, and reach participants;',
      'the researcher is told by email and on the dashboard;',
      'both links of your letter are used up.',
    ],
    button: 'Accept this company',
    doneHeading: (company: string) => `${company} is accepted`,
    doneText: 'The researcher has been told and can create studies now. You may close this page.',
  },
  decline: {
    heading: 'Decline this company?',
    text: 'Nothing has changed yet. If you decline:',
    effects: [
      'the researcher may not create studies, but can correct the information and send it again;',
      'the researcher is told by email and on the dashboard, with your reason if you give one;',
      'both links of your letter are used up.',
    ],
    button: 'Decline this company',
    doneHeading: (company: string) => `${company} is declined`,
    doneText: 'The researcher has been told and can send corrected information. You may close this page.',
  },
  reason: 'Reason',
  reasonHint: 'The researcher reads it. Say what to correct.',
  decidedHeading: 'This company has already been decided on',
  decidedText: 'The first decision stands, and nothing was changed now. The researcher has been told of it.',
  notValidHeading: 'This link is not valid',
  notValidText:
    'It may have been cut off on its way, or be too old. Open the newest letter about this company and use its link.',
} as const;
