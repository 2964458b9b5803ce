import { cedis } from './cedis.ts';

export const payWords = {
  label: 'What do you pay each participant? (GH₵)',
  hint: 'Whole cedis, by mobile money after the meeting. Enter 0 to pay nobody.',
  cost: 'What it costs',
  perHour: (amount: string) => `${amount} an hour for each participant.`,
  underMinimumWage: 'That is less than the minimum wage. Few people may come for it.',
  placesFirst: 'Say how many participants you need, and the sum follows.',
  saveFirst: 'The sum with all fees is worked out for a saved draft.',
  save: 'Save the draft and see the sum',
  total: 'To pay in before publishing',
  rest: 'Still to pay in before publishing',
  comesBack: (charge: number) =>
    `You pay this into the budget of the study before it is published. What is not used comes back to you. The charge for paying in, ${cedis(charge)}, does not.`,
  paidIn: (pesewas: number) => `Paid in ${cedis(pesewas)}.`,
  paidAll: 'All places are paid for. Nothing is left to pay.',
  paysNobody: (paidIn: number, incentive: number) =>
    `${cedis(paidIn)} is paid in for this study. With 0 it pays nobody, and the money goes back by itself to where it came from once you publish. To pay participants, enter ${incentive / 100} again.`,
  fundFirst: 'Saved. Pay into its budget first, then publish it from your drafts.',
} as const;
