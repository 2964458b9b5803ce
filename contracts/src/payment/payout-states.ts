export const PAYOUT_STATES = [
  'CREATED',
  /** Owed by a closed budget, until its researcher pays in. */
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
