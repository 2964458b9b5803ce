/** Of a year's payments, on the page to print and in the file. */
export const statementWords = {
  kinds: {
    FUNDING: 'Paid in',
    INCENTIVE: 'Paid to a participant',
    BONUS: 'Bonus',
    REFUND: 'Given back',
  },
  columns: {
    day: 'Day',
    kind: 'What',
    study: 'Study',
    code: 'Participant',
    amount: 'Amount in GH₵',
    fee: 'Fee in GH₵',
    account: 'Account',
    number: 'Number of the network',
  },
  file: (year: string) => `payments-${year}.csv`,
} as const;
