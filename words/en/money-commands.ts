import { cedis } from './cedis.ts';

export const moneyCommandWords = {
  usage:
    'npm run money -- review | balance | reconcile | restored | ask <payment> | again <payment> | unseen <payment> <what the statement says> | paid <payment> <provider> <what shows it> | pause <provider> | resume <provider> | settle <provider>',
  none: 'Nothing found.',
  silent: ({ provider, said, payments }: { provider: string; said: string; payments: number }) =>
    payments === 0
      ? `${provider} did not answer (${said}), so nothing was compared.`
      : `${provider} did not answer (${said}). ${payments} of its payments were not compared.`,
  notInReview: 'There is no such payment to review.',
  asked: (said: string, state: string) => `The provider says ${said}; the payment is ${state}.`,
  walletAllowed: 'We send it to that number, and also this person’s other payments to that number.',
  paused: (provider: string) => `We send nothing new through ${provider} until you resume it.`,
  settled: (provider: string, pesewas: number) =>
    pesewas === 0
      ? `The ledger agrees with ${provider}.`
      : `${cedis(pesewas)} are booked to the suspense account of ${provider}.`,
  notSettled: (provider: string) =>
    `Not settled. A payment through ${provider} is on its way, or it does not report its balance. Try again later.`,
  restored: {
    REOPENED: 'Both providers are paused until all payments are checked. `review` shows the pauses.',
    RESTORED:
      'Both providers are paused, because no money moved for a day. Ask each provider what it paid since the backup, then `resume` both.',
    NONE: 'No money has moved yet, so nothing is paused. For 30 days, we check with the provider before each payment.',
  },
  resumed: (provider: string) => `${provider} is resumed. Held payments are sent within minutes.`,
};
