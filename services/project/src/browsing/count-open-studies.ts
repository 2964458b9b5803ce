import { LRUCache } from 'lru-cache';
import { fitsPacked, packChoices } from '../matching/fits.ts';
import type { Signature as AnySignature } from './queries.ts';

/** Of people who have changed nothing. */
type Signature = Omit<AnySignature, 'former'>;

const FRESH_MS = 5000;
/** Beyond this the kept criteria are no answer any more, as after a quiet hour. */
const USABLE_MS = 15_000;

/** How many open studies fit a signature, some seconds old at most. */
export interface OpenStudyCounts {
  count(signature: Signature): Promise<number>;
  /** After a change in this process: a researcher sees a study counted as soon as they published or closed it. */
  forget(): void;
}

interface Kept {
  criteria: DataView;
  total: (signature: Signature) => number;
  at: number;
}

/**
 * Counting in the database walks the whole index for every signature, and there are nearly as many signatures as
 * people. So the criteria of all open studies are loaded at once and counted here: one walk of the index every few
 * seconds for everybody. While they load again, the old ones answer (stale-while-revalidate).
 */
export function createOpenStudyCounts(
  loadCriteria: () => Promise<DataView>,
  now: () => number = Date.now,
): OpenStudyCounts {
  const cache = new LRUCache<'open', Kept>({
    max: 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    noDeleteOnFetchRejection: true,
    // What was loaded during a change may lack it: it answers only who asked before, and is not kept.
    ignoreFetchAbort: true,
    async fetchMethod(_, known) {
      const at = now();
      const criteria = await loadCriteria();
      // Mostly nothing has changed, and what was counted for each signature stands.
      const total = known && hasSameBytes(known.criteria, criteria) ? known.total : createTotals(criteria);
      return { criteria, total, at };
    },
  });

  return {
    async count(signature) {
      const known = cache.peek('open', { allowStale: true });
      const allowStale = known !== undefined && now() - known.at <= USABLE_MS;
      return (await cache.forceFetch('open', { allowStale })).total(signature);
    },
    forget: () => void cache.delete('open'),
  };
}

function hasSameBytes(one: DataView, other: DataView): boolean {
  const bytesOf = (view: DataView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return bytesOf(one).equals(bytesOf(other));
}

const BYTES_PER_STUDY = 8;
const AGES = 128;
const DURATION_SHIFT = 19;
const PAID = 1 << 16;

/** Totals from criteria as loadOpenCriteria gives them. One pass over the studies serves everybody of any age. */
export function createTotals(criteria: DataView): (signature: Signature) => number {
  const studies = criteria.byteLength / BYTES_PER_STUDY;
  const [ages, wanted] = [new Uint32Array(studies), new Uint32Array(studies)];
  for (let n = 0; n < studies; n += 1) {
    ages[n] = criteria.getUint32(n * BYTES_PER_STUDY);
    wanted[n] = criteria.getUint32(n * BYTES_PER_STUDY + 4);
  }
  const totals = new Map<number, Int32Array>();

  /** By age: how many begin to fit at it or before, less those that have ceased to. */
  function totalsByAge(choices: number, devices: number, minutes: number, isPaid: boolean): Int32Array {
    const byAge = new Int32Array(AGES);
    for (let n = 0; n < studies; n += 1) {
      const bits = wanted[n] ?? 0;
      if (!fitsPacked(bits, choices, devices) || bits >> DURATION_SHIFT > minutes) continue;
      const range = ages[n] ?? 0;
      if (isPaid && (range & PAID) === 0) continue;
      byAge[(range >> 8) & 255]! += 1;
      byAge[(range & 255) + 1]! -= 1;
    }
    for (let age = 1; age < AGES; age += 1) byAge[age]! += byAge[age - 1] ?? 0;
    return byAge;
  }

  return ({ age, deviceBits, maxDurationInMinutes, pay, ...single }) => {
    const choices = packChoices(single);
    const isPaid = pay !== 'ANY';
    const key = (Number(isPaid) << 30) | (maxDurationInMinutes << DURATION_SHIFT) | choices | deviceBits;
    const known = totals.get(key);
    const byAge = known ?? totalsByAge(choices, deviceBits, maxDurationInMinutes, isPaid);
    if (!known) totals.set(key, byAge);
    return byAge[Math.min(age, AGES - 1)] ?? 0;
  };
}
