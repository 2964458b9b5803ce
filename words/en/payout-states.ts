import type { PayoutState } from '@app/contracts/payment/payout-states.ts';

export const payoutStateWords = {
  CREATED: 'Due',
  UNFUNDED: 'Waiting for your payment',
  HELD: 'Held',
  SENDING: 'On its way',
  PENDING: 'On its way',
  UNKNOWN: 'On its way',
  SUCCEEDED: 'Paid',
  ACTION_NEEDED: 'Waiting for the participant',
  REVIEW: 'Being checked',
  REVERSED: 'Reversed by the network',
  CANCELLED: 'Cancelled',
} satisfies Record<PayoutState, string>;

export const ownPaymentStateWords = {
  CREATED: 'Due',
  UNFUNDED: 'Waiting for the researcher',
  HELD: 'Held',
  SENDING: 'On its way',
  PENDING: 'On its way',
  UNKNOWN: 'On its way',
  SUCCEEDED: 'Paid',
  ACTION_NEEDED: 'Could not be paid yet',
  REVIEW: 'We are checking',
  REVERSED: 'Reversed by the network',
  CANCELLED: 'Cancelled',
} satisfies Record<PayoutState, string>;
