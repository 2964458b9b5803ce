import { cedis } from './cedis.ts';

const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);

export const quoteWords = {
  incentives: (count: number, pesewas: number) => `${places(count)} × ${cedis(pesewas)}`,
  bonus: 'Bonus',
  bonusFee: 'Sending it',
  payoutFees: 'Sending it to each participant',
  collectionFee: 'Charge for paying in',
  paidBefore: 'In the budget already',
  steps: 'Steps to a paid study',
  step: ['Saved', 'Pay', 'Publish'],
  stepDone: 'done',
} as const;
