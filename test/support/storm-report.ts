import { expect } from 'vitest';
import { FAULTS } from '@app/simulators/faults.ts';
import { type StormReport, STAGES } from './payout-storm.ts';

/** A payment ends paid or reviewed, or its owner corrects the account. */
const ENDS: ReadonlySet<string> = new Set(['SUCCEEDED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED']);

const FOLLOWS: Record<string, readonly string[]> = {
  'payout CREATED': ['HELD', 'SENDING', 'ACTION_NEEDED', 'CANCELLED'],
  'payout HELD': ['CREATED', 'SENDING', 'ACTION_NEEDED', 'CANCELLED'],
  'payout SENDING': ['PENDING', 'UNKNOWN', 'SUCCEEDED', 'CREATED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED'],
  'payout PENDING': ['SENDING', 'UNKNOWN', 'SUCCEEDED', 'CREATED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED'],
  'payout UNKNOWN': ['SENDING', 'PENDING', 'SUCCEEDED', 'CREATED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED'],
  'payout SUCCEEDED': ['REVERSED'],
  'payout REVIEW': ['SUCCEEDED', 'CREATED', 'ACTION_NEEDED', 'REVERSED'],
  'attempt NEW': ['SENT'],
  'attempt SENT': ['ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED_PROVEN', 'REJECTED', 'REVERSED'],
  'attempt ACCEPTED': ['SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED_PROVEN', 'REVERSED'],
  'attempt UNKNOWN': ['SENT', 'ACCEPTED', 'SUCCEEDED', 'FAILED_PROVEN', 'REVERSED'],
  'attempt SUCCEEDED': ['REVERSED'],
};

const AS_SENT: Record<string, string> = {
  'attempt NEW': 'attempt SENT',
  'payout CREATED': 'payout SENDING',
  'payout HELD': 'payout SENDING',
};

/** Checks B9: 1 to 5 and 9. */
export function expectConsistentStorm({ payouts, flaws, steps, forgotten }: StormReport): void {
  expect(flaws).toEqual([]);
  const wrong = payouts.filter(({ state, why, pesewas, credits, reversed }) => {
    const isCredited = credits.length === 1 && credits[0] === pesewas;
    if (credits.length > 0 && !isCredited) return true;
    if (state === 'SUCCEEDED') return !isCredited || reversed > 0;
    if (state === 'REVERSED') return reversed !== 1;
    // A payment in review without an answer may have been paid; no other may.
    return !ENDS.has(state) || (isCredited && why !== 'NO_ANSWER');
  });
  expect(wrong).toEqual([]);
  expect(
    steps.filter((step) => {
      const [what = '', from = '', to = ''] = step.split(' ');
      // The database may forget that an order was sent; it is polled like a sent one, and a payment follows
      // it.
      const isAsSent = forgotten > 0 && FOLLOWS[AS_SENT[`${what} ${from}`] ?? '']?.includes(to);
      return !isAsSent && !FOLLOWS[`${what} ${from}`]?.includes(to);
    }),
  ).toEqual([]);
}

/** Prints the faults of a storm and the final states of its payments. */
export function printStormReport(what: string, { payouts, met, deaths, seconds }: StormReport): void {
  const states = Object.entries(Object.groupBy(payouts, ({ state, why }) => `${state} ${why ?? ''}`.trim()));
  const families = [...new Set(Object.values(FAULTS))];
  const rows = families.map((family) =>
    [family, ...STAGES.map((stage) => met.get(`${family} ${stage}`) ?? 0)].join('\t'),
  );
  console.log(
    [
      `${what}: ${payouts.length} payments in ${seconds.toFixed(1)} s, ${deaths} deaths of workers`,
      states.map(([state, all]) => `${all?.length} ${state}`).join(', '),
      ['fault', ...STAGES].join('\t'),
      ...rows,
    ].join('\n'),
  );
}
