import { ownPaymentStateWords } from '@app/words/payout-states.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

const orders = {
  NEW: 'Prepared',
  SENT: 'Sent',
  ACCEPTED: 'Received by the network',
  UNKNOWN: 'No clear answer yet',
  SUCCEEDED: 'Paid',
  FAILED_PROVEN: 'Failed',
  REJECTED: 'Rejected',
  REVERSED: 'Reversed',
};
const fundings = {
  CREATED: 'Requested',
  PROMPTED: 'Requested',
  SUCCEEDED: 'Received',
  FAILED: 'Failed',
  EXPIRED: 'Not answered',
  UNKNOWN: 'No clear answer yet',
  REVIEW: 'We are checking it',
};

export const ownPaymentDataWords = {
  payments: {
    title: 'Payments to you',
    headings: {
      kind: 'Type',
      amount: 'Amount',
      state: 'Status',
      createdAt: 'Since',
      paidAt: 'Paid',
      account: 'Account',
      number: 'Transaction number',
      note: 'What the researcher wrote',
    },
    values: {
      state: ownPaymentStateWords,
      kind: {
        INCENTIVE: 'For taking part',
        SCREEN_OUT: 'The survey did not fit you',
        BONUS: 'Bonus',
        REFUND: 'Refund',
      },
    },
  },
  orders: {
    title: 'Payment orders to the network for you',
    headings: {
      at: 'When',
      network: 'Network',
      number: 'Number',
      name: 'Name',
      amount: 'Amount',
      state: 'Status',
    },
    values: { network: profileChoiceWords.provider, state: orders },
  },
  checks: {
    title: 'Name on your mobile-money account',
    headings: { state: 'What the network says', changedAt: 'Account since', askedAt: 'When' },
    values: {
      state: {
        MATCHES: 'Your name',
        DIFFERS: 'Another name',
        NOT_REGISTERED: 'Not registered',
        UNKNOWN: 'No answer',
      },
    },
  },
  budgets: {
    title: 'Your budgets',
    headings: {
      study: 'Study (number)',
      state: 'Status',
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
      asked: 'Requested',
      received: 'Received',
      state: 'Status',
      createdAt: 'When',
    },
    values: { network: profileChoiceWords.provider, state: fundings },
  },
  bonuses: {
    title: 'Bonuses that you gave',
    headings: { participant: 'Participant', amount: 'Amount', note: 'What you wrote', createdAt: 'When' },
  },
} as const;
