import type { PayoutState } from '@app/contracts/payment/payout-states.ts';

export const payoutStateWords = {
  CREATED: 'Due',
  UNFUNDED: 'Waits for you to pay in',
  HELD: 'Held',
  SENDING: 'On its way',
  PENDING: 'On its way',
  UNKNOWN: 'On its way',
  SUCCEEDED: 'Paid',
  ACTION_NEEDED: 'Waits for the participant',
  REVIEW: 'Looked into',
  REVERSED: 'Taken back by the network',
  CANCELLED: 'Taken back',
} satisfies Record<PayoutState, string>;

/** The participant reads these. */
export const ownPaymentStateWords = {
  CREATED: 'Due',
  UNFUNDED: 'Waits for the researcher',
  HELD: 'Held',
  SENDING: 'On its way',
  PENDING: 'On its way',
  UNKNOWN: 'On its way',
  SUCCEEDED: 'Paid',
  ACTION_NEEDED: 'Could not be paid yet',
  REVIEW: 'We look into it',
  REVERSED: 'Taken back by the network',
  CANCELLED: 'Taken back',
} satisfies Record<PayoutState, string>;
