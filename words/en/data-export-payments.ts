import { ownPaymentStateWords } from '@app/words/payout-states.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

const orders = {
  NEW: 'Prepared',
  SENT: 'Sent',
  ACCEPTED: 'The network has it',
  UNKNOWN: 'No clear answer yet',
  SUCCEEDED: 'Paid',
  FAILED_PROVEN: 'Failed',
  REJECTED: 'Refused',
  REVERSED: 'Taken back',
};
const fundings = {
  CREATED: 'Asked for',
  PROMPTED: 'Asked for',
  SUCCEEDED: 'Received',
  FAILED: 'Failed',
  EXPIRED: 'Not answered',
  UNKNOWN: 'No clear answer yet',
  REVIEW: 'We look into it',
};

export const ownPaymentDataWords = {
  payments: {
    title: 'Payments to you',
    headings: {
      kind: 'What',
      amount: 'Amount',
      state: 'State',
      createdAt: 'Since',
      paidAt: 'Paid',
      account: 'Account',
      number: 'Number of the network',
      note: 'What the researcher wrote',
    },
    values: {
      state: ownPaymentStateWords,
      kind: { INCENTIVE: 'For taking part', BONUS: 'Bonus', REFUND: 'Given back' },
    },
  },
  orders: {
    title: 'Orders to the network for you',
    headings: {
      at: 'When',
      network: 'Network',
      number: 'Number',
      name: 'Name',
      amount: 'Amount',
      state: 'State',
    },
    values: { network: profileChoiceWords.provider, state: orders },
  },
  checks: {
    title: 'Name on your account',
    headings: { state: 'What the network says', changedAt: 'Account since', askedAt: 'When' },
    values: {
      state: {
        MATCHES: 'The name that you gave',
        DIFFERS: 'Another name',
        NOT_REGISTERED: 'Not registered',
        UNKNOWN: 'Nothing',
      },
    },
  },
  budgets: {
    title: 'Your budgets',
    headings: {
      study: 'Study (number)',
      state: 'State',
      incentive: 'For each participant',
      places: 'Places',
      createdAt: 'Since',
      closedAt: 'Closed',
    },
    values: { state: { OPEN: 'Open', CLOSED: 'Closed' } },
  },
  fundings: {
    title: 'What you paid in',
    headings: {
      study: 'Study (number)',
      network: 'Network',
      number: 'Number',
      lastFour: 'Last four digits of the card',
      asked: 'Asked for',
      received: 'Received',
      state: 'State',
      createdAt: 'When',
    },
    values: { network: profileChoiceWords.provider, state: fundings },
  },
  bonuses: {
    title: 'Bonuses that you gave',
    headings: { participant: 'Participant', amount: 'Amount', note: 'What you wrote', createdAt: 'When' },
  },
} as const;
