import { cedis } from './cedis.ts';

const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);

export const quoteWords = {
  incentives: (count: number, pesewas: number) => `${places(count)} × ${cedis(pesewas)}`,
  bonus: 'Bonus',
  bonusFee: 'Sending fee',
  payoutFees: 'Sending fee for each participant',
  collectionFee: 'Payment charge',
  screenedOut: (people: number, incentive: number, used: number) =>
    `${people} people screened out at ${cedis(incentive * 100)} use up ${places(used)}.`,
  paidBefore: 'Already in the budget',
  steps: 'Steps to publish a study with pay',
  step: ['Saved', 'Pay', 'Publish'],
  stepDone: 'done',
} as const;
