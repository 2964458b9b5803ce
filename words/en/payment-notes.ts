/** Only letters, digits, spaces and dashes are allowed on account statements. */
export const paymentNoteWords = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};
