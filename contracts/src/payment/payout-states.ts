export const PAYOUT_STATES = [
  'CREATED',
  /** The payout waits until the researcher has paid into the closed budget. */
  'UNFUNDED',
  'HELD',
  'SENDING',
  'PENDING',
  'UNKNOWN',
  'SUCCEEDED',
  'ACTION_NEEDED',
  'REVIEW',
  'REVERSED',
  'CANCELLED',
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
