import type { PayoutState } from '@app/contracts/payment/payouts.ts';
import type { AttemptState } from '../schema.ts';

/** In these states nothing was sent, so the payment can still be cancelled. */
export const WAITING_STATES = ['CREATED', 'HELD'] as const satisfies PayoutState[];
export const UNDER_WAY_STATES = ['SENDING', 'PENDING', 'UNKNOWN'] as const satisfies PayoutState[];

export const LIVE_ATTEMPT_STATES = ['NEW', 'SENT', 'ACCEPTED', 'UNKNOWN'] as const satisfies AttemptState[];

/** If a payment waits for one of these reasons, the end is known, and the participant is notified of it. */
export const DATED_HOLDS = ['ACCOUNT_CHANGED', 'PERSON_LIMIT', 'RESEARCHER_LIMIT'] as const;

export type Why =
  | (typeof DATED_HOLDS)[number]
  | 'DAILY_CEILING'
  | 'PROVIDER_PAUSED'
  | 'NO_ACCOUNT'
  | 'ACCOUNT_NOT_REGISTERED'
  | 'ACCOUNT_LIMIT'
  | 'ACCOUNT_BLOCKED'
  | 'WALLET_IN_USE'
  | 'NAME_DIFFERS'
  | 'ANSWER_DIFFERS'
  | 'NO_ANSWER'
  | 'REFUSED'
  | 'REVERSED'
  | 'MISSING';
