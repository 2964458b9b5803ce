/** Account statements allow only letters, digits, spaces and dashes. */
export const paymentNoteWords = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};
