import { cedis } from './cedis.ts';

/** Account statements allow only letters, digits, spaces and dashes. */
export const paymentNoteWords = {
  budget: 'Study budget',
  incentive: 'Research study',
  refund: 'Study budget returned',
};

export const moneyCommandWords = {
  usage:
    'npm run money -- review | balance | reconcile | restored | ask <payment> | again <payment> | unseen <payment> <what the statement says> | paid <payment> <provider> <what shows it> | pause <provider> | resume <provider> | settle <provider>',
  none: 'Nothing found.',
  silent: ({ provider, said, payments }: { provider: string; said: string; payments: number }) =>
    payments === 0
      ? `${provider} did not answer (${said}), so nothing was compared with it.`
      : `${provider} did not answer (${said}). ${payments} of its payments were not compared.`,
  notInReview: 'Nobody has to look at such a payment.',
  asked: (said: string, state: string) => `The provider says ${said}; the payment is ${state}.`,
  walletAllowed: 'It goes to that number, as does what else this person is paid there.',
  paused: (provider: string) => `Nothing new is sent by ${provider} until it is resumed.`,
  settled: (provider: string, pesewas: number) =>
    pesewas === 0
      ? `The ledger says of ${provider} what it says itself.`
      : `${cedis(pesewas)} are booked as suspense of ${provider}.`,
  notSettled: (provider: string) =>
    `Not now: something is on its way by ${provider}, or it does not say what lies there.`,
  restored: {
    REOPENED: 'Both providers are paused until they were asked about everything; `review` shows the pauses.',
    RESTORED:
      'Both providers are paused, since no money moved for a day. Ask each provider what it paid since the backup, then `resume` both.',
    NONE: 'No money has moved yet, so nothing is paused. Each provider is asked before a payment leaves, for 30 days.',
  },
  resumed: (provider: string) => `${provider} sends again; what was held follows within minutes.`,
};
