import { LRUCache } from 'lru-cache';
import { FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { meetsSets } from '@app/kit/bits.ts';
import { fitsPacked, isTaken, packChoices } from '../matching/fits.ts';
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

const AGES = 128;
const DURATION_SHIFT = 19;
const PAID = 1 << 16;
const ASKS_FURTHER = 1 << 17;
const HAS_CELLS = 1 << 18;

/** Of a study that asks for further facts: its ages, then their sets. */
const STRIDE = 1 + FURTHER_KINDS;
const NONE: readonly number[] = Array.from({ length: FURTHER_KINDS }, () => 0);

/** A study with quotas. */
interface Grouped {
  range: number;
  furtherBits: readonly number[];
  openCells: readonly number[];
}

const isOfAge = (range: number, age: number) => age >= ((range >> 8) & 255) && age <= (range & 255);

/**
 * Totals from criteria as loadOpenCriteria gives them. One pass over the studies serves everybody of any age; of those who are alike but
 * for it, only the studies that ask for further facts, or have quotas, are looked at for each person.
 */
export function createTotals(criteria: DataView): (signature: Signature) => number {
  const [ages, wanted]: [number[], number[]] = [[], []];
  const further = new Map<number, readonly number[]>();
  const cells = new Map<number, readonly number[]>();
  let at = 0;
  const next = () => {
    at += 4;
    return criteria.getUint32(at - 4);
  };
  while (at < criteria.byteLength) {
    const asked = next();
    wanted.push(next());
    if ((asked & ASKS_FURTHER) !== 0) further.set(ages.length, Array.from({ length: FURTHER_KINDS }, next));
    if ((asked & HAS_CELLS) !== 0) cells.set(ages.length, Array.from({ length: next() }, next));
    ages.push(asked);
  }
  const totals = new Map<number, { byAge: Int32Array; asking: Int32Array; withCells: Grouped[] }>();

  /** By age: how many begin to fit at it or before, less those that have ceased to. */
  function totalsByAge(choices: number, devices: number, minutes: number, isPaid: boolean) {
    const byAge = new Int32Array(AGES);
    const asking: number[] = [];
    const withCells: Grouped[] = [];
    for (let n = 0; n < ages.length; n += 1) {
      const bits = wanted[n] ?? 0;
      if (!fitsPacked(bits, choices, devices) || bits >> DURATION_SHIFT > minutes) continue;
      const range = ages[n] ?? 0;
      if (isPaid && (range & PAID) === 0) continue;
      const furtherBits = further.get(n);
      const openCells = cells.get(n);
      if (openCells) {
        withCells.push({ range, furtherBits: furtherBits ?? NONE, openCells });
        continue;
      }
      if (furtherBits) {
        asking.push(range, ...furtherBits);
        continue;
      }
      byAge[(range >> 8) & 255]! += 1;
      byAge[(range & 255) + 1]! -= 1;
    }
    for (let age = 1; age < AGES; age += 1) byAge[age]! += byAge[age - 1] ?? 0;
    return { byAge, asking: Int32Array.from(asking), withCells };
  }

  return ({ age, deviceBits, furtherBits, maxDurationInMinutes, pay, ...single }) => {
    const choices = packChoices(single);
    const isPaid = pay !== 'ANY';
    const key = (Number(isPaid) << 30) | (maxDurationInMinutes << DURATION_SHIFT) | choices | deviceBits;
    const known = totals.get(key) ?? totalsByAge(choices, deviceBits, maxDurationInMinutes, isPaid);
    totals.set(key, known);
    let total = known.byAge[Math.min(age, AGES - 1)] ?? 0;
    const given = furtherBits ?? NONE;
    for (let from = 0; from < known.asking.length; from += STRIDE) {
      if (isOfAge(known.asking[from] ?? 0, age) && meetsSets(known.asking, from + 1, given)) total += 1;
    }
    for (const { range, openCells, furtherBits: asked } of known.withCells) {
      const isMet = isOfAge(range, age) && meetsSets(asked, 0, given);
      if (isMet && isTaken(openCells, age, { ...single, furtherBits })) total += 1;
    }
    return total;
  };
}
