/** What stands on the statement of a phone's account: letters, digits, spaces and dashes only. */
export const paymentNotes = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};
