/** What stands on the statement of a phone's account: letters, digits, spaces and dashes only. */
export const paymentNotes = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};

/** Of the operator's command. */
export const moneyCommandWords = {
  usage: 'npm run money -- review | balance | pause <provider> | resume <provider>',
  paused: (provider: string) => `Nothing new is sent by ${provider} until it is resumed.`,
  resumed: (provider: string) => `${provider} sends again; what was held follows within minutes.`,
};
