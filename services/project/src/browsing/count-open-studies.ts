import { LRUCache } from 'lru-cache';
import { FURTHER_KINDS } from '@app/contracts/further-bits.ts';
import { meetsSets } from '@app/kit/bits.ts';
import { fitsPacked, isTaken, packChoices } from '../matching/fits.ts';
import type { OpenStudyCounts } from '../deps.ts';

type Signature = Parameters<OpenStudyCounts['count']>[0];

const FRESH_MS = 5000;
/** Beyond this the kept criteria are no answer any more, as after a quiet hour. */
const USABLE_MS = 15_000;

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

/** Totals of single people that are kept, each until a study changes: those who look now, and a few dozen bytes each. */
const PEOPLE_KEPT = 20_000;
const AGES = 128;
const DURATION_SHIFT = 19;
const PAID = 1 << 16;
const ASKS_FURTHER = 1 << 17;
const HAS_CELLS = 1 << 18;

const NONE: readonly number[] = Array.from({ length: FURTHER_KINDS }, () => 0);

/** Of a study that asks for further facts or has quotas: its ages and bits, then the further sets. */
const STRIDE = 2 + FURTHER_KINDS;

const isOfAge = (ages: number, age: number) => age >= ((ages >> 8) & 255) && age <= (ages & 255);

/**
 * Totals from criteria as loadOpenCriteria gives them. One pass over the studies serves everybody of any age who is alike but for it. Only
 * those that ask for further facts, or have quotas, are looked at for each person, once until a study changes.
 */
function createTotals(criteria: DataView): (signature: Signature) => number {
  const plain: number[] = [];
  // In one list: objects of a hundred thousand studies take ten times as long to look at.
  const asking: number[] = [];
  const cells = new Map<number, readonly number[]>();
  let at = 0;
  const next = () => {
    at += 4;
    return criteria.getUint32(at - 4);
  };
  while (at < criteria.byteLength) {
    const [ages, bits] = [next(), next()];
    if ((ages & (ASKS_FURTHER | HAS_CELLS)) === 0) {
      plain.push(ages, bits);
      continue;
    }
    const furtherBits = (ages & ASKS_FURTHER) === 0 ? NONE : Array.from({ length: FURTHER_KINDS }, next);
    if ((ages & HAS_CELLS) !== 0) cells.set(asking.length, Array.from({ length: next() }, next));
    asking.push(ages, bits, ...furtherBits);
  }
  const askingSets = Int32Array.from(asking);
  const totalsOfKinds = new Map<number, Int32Array>();
  const totalsOfPeople = new LRUCache<string, number>({ max: PEOPLE_KEPT });

  return ({ age, deviceBits, furtherBits, maxDurationInMinutes, pay, ...single }) => {
    const choices = packChoices(single);
    const isPaid = pay !== 'ANY';
    const isFit = (ages: number, bits: number) =>
      fitsPacked(bits, choices, deviceBits) &&
      bits >> DURATION_SHIFT <= maxDurationInMinutes &&
      (!isPaid || (ages & PAID) !== 0);

    /** By age: how many begin to fit at it or before, less those that have ceased to. */
    function totalsByAge(): Int32Array {
      const byAge = new Int32Array(AGES);
      for (let study = 0; study < plain.length; study += 2) {
        const ages = plain[study] ?? 0;
        if (!isFit(ages, plain[study + 1] ?? 0)) continue;
        byAge[(ages >> 8) & 255]! += 1;
        byAge[(ages & 255) + 1]! -= 1;
      }
      for (let to = 1; to < AGES; to += 1) byAge[to]! += byAge[to - 1] ?? 0;
      return byAge;
    }
    const kind = (Number(isPaid) << 30) | (maxDurationInMinutes << DURATION_SHIFT) | choices | deviceBits;
    const byAge = totalsOfKinds.get(kind) ?? totalsByAge();
    totalsOfKinds.set(kind, byAge);
    let total = byAge[Math.min(age, AGES - 1)] ?? 0;
    if (askingSets.length === 0) return total;

    const given = furtherBits ?? NONE;
    const person = [kind, age, ...given].join();
    const known = totalsOfPeople.get(person);
    if (known !== undefined) return known;
    for (let study = 0; study < askingSets.length; study += STRIDE) {
      const ages = askingSets[study] ?? 0;
      const fits =
        isOfAge(ages, age) &&
        isFit(ages, askingSets[study + 1] ?? 0) &&
        meetsSets(askingSets, study + 2, given) &&
        isTaken(cells.get(study) ?? null, age, { ...single, furtherBits });
      if (fits) total += 1;
    }
    totalsOfPeople.set(person, total);
    return total;
  };
}
