import { MINUTE_MS, HOUR_MS } from '@app/contracts/durations.ts';
import type { Fault } from './faults.ts';

export type CallbackVariant =
  | 'truth'
  | 'pending'
  | 'opposite'
  | 'wrong-amount'
  | 'unknown-reference'
  | 'forged'
  | 'other-method';

export interface Callback {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string;
}

const times = (count: number, gapMs: number): number[] => Array.from({ length: count }, () => gapMs);

/**
 * An answer that is not 2xx is followed by retries. MTN's own pages contradict each other about this, so both
 * ways are possible.
 */
export const RETRY_SCHEDULES = {
  once: [],
  stubborn: [...times(20, 1_000), ...times(30, 2 * MINUTE_MS), ...times(24, HOUR_MS)],
  paystack: [...times(4, 3 * MINUTE_MS), ...times(72, HOUR_MS)],
} as const;

export function plannedCallbacks(
  has: (fault: Fault) => boolean,
): { afterMs: number; variant: CallbackVariant }[] {
  const first = has('callback-late') ? 10 * MINUTE_MS : 0;
  const count = has('callback-20-times') ? 20 : has('callback-twice') ? 2 : 1;
  const variant: CallbackVariant = has('callback-wrong-amount')
    ? 'wrong-amount'
    : has('callback-other-method')
      ? 'other-method'
      : 'truth';
  const also: [Fault, CallbackVariant, number][] = [
    ['callback-forged', 'forged', 0],
    ['callback-unknown-reference', 'unknown-reference', 0],
    ['callback-contradictory', 'opposite', first + 1_000],
    ['callback-out-of-order', 'pending', first + 1_000],
  ];
  return [
    ...also.filter(([fault]) => has(fault)).map(([, other, afterMs]) => ({ afterMs, variant: other })),
    ...(has('callback-never') ? [] : times(count, first).map((afterMs) => ({ afterMs, variant }))),
  ];
}
