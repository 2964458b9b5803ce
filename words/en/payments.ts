/** What stands on the statement of a phone's account: letters, digits, spaces and dashes only. */
export const paymentNotes = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};

/** Of the operator's command. */
export const moneyCommandWords = {
  usage:
    'npm run money -- review | balance | reconcile | ask <payment> | pause <provider> | resume <provider>',
  notInReview: 'Nobody has to look at such a payment.',
  asked: (said: string, state: string) => `The provider says ${said}; the payment is ${state}.`,
  paused: (provider: string) => `Nothing new is sent by ${provider} until it is resumed.`,
  resumed: (provider: string) => `${provider} sends again; what was held follows within minutes.`,
};
