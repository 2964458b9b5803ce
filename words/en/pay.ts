import { cedis } from './cedis.ts';

export const payWords = {
  label: 'What do you pay each participant? (GH₵)',
  hint: 'Enter whole cedis. We pay by mobile money. For an unpaid study, enter 0.',
  cost: 'Cost',
  toParticipants: (amount: string, count: number) =>
    `${amount} for ${count === 1 ? '1 participant' : `${count} participants`}, plus fees`,
  perHour: (amount: string) => `${amount} an hour for each participant.`,
  underMinimumWage: 'This is less than the minimum wage. Few people may apply.',
  placesFirst: 'Enter how many participants you need to see the total.',
  saveFirst: 'Save the draft to see the total with all fees.',
  save: 'Save draft and see the total',
  total: 'To pay in before publishing',
  rest: 'Still to pay in before publishing',
  comesBack: (charge: number) =>
    `You pay this into the budget of the study before you publish it. We refund what is not used, except the payment charge of ${cedis(charge)}.`,
  paidIn: (pesewas: number) => `You paid in ${cedis(pesewas)}.`,
  paidAll: 'All places are paid for.',
  paysNobody: (paidIn: number, incentive: number) =>
    `You paid in ${cedis(paidIn)} for this study. With 0 the study is unpaid, and we refund the money after you publish. To pay participants, enter ${incentive / 100} again.`,
  fundFirst: 'The draft is saved. Pay into its budget first, then publish it from your drafts.',
} as const;
