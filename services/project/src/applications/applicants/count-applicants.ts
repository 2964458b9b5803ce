import { LRUCache } from 'lru-cache';
import { GENDERS } from '@app/contracts/enumerations.ts';
import type { ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { encodeBits } from '@app/kit/bits.ts';
import type { ApplicantTotals } from '../../deps.ts';
import type { ApplicationStatus, Db } from '../../schema.ts';
import { countSubmissions } from '../reads.ts';
import { type Tally, countByValues, countMatching } from './find-applicants.ts';

/** If there are fewer applicants, counting takes less than a millisecond, so their counts are not cached. */
const CACHE_THRESHOLD = 2000;
const CACHE_MS = 5000;
const MAX_CACHED = 500;

type Counts = Awaited<ReturnType<ApplicantTotals['counts']>>;

interface CachedTotals {
  counts: Counts;
  bySubmission?: Counts['bySubmission'];
  groups: Tally[];
  /** Counts for filters that the grouped counts do not include. */
  byFilter: Map<string, number>;
}

export function createApplicantTotals(db: Db, now: () => number = Date.now): ApplicantTotals {
  const cache = new LRUCache<string, CachedTotals>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let changes = 0;

  async function load(studyId: string): Promise<CachedTotals> {
    const known = cache.get(studyId);
    if (known) return known;
    const [before, start] = [changes, now()];
    const tallies = await countByValues(db, studyId);
    const loaded: CachedTotals = {
      counts: toCounts(tallies),
      groups: withoutDays(tallies),
      byFilter: new Map(),
    };
    // If applicants changed during the count, it may be wrong, so it is not cached.
    if (loaded.counts.all > CACHE_THRESHOLD && before === changes) cache.set(studyId, loaded, { start });
    return loaded;
  }

  return {
    async counts(studyId, { isOnline }) {
      const totals = await load(studyId);
      if (!isOnline) return totals.counts;
      totals.bySubmission ??= await countSubmissions(db, studyId);
      return { ...totals.counts, bySubmission: totals.bySubmission };
    },
    async total(studyId, filter) {
      const { groups, byFilter } = await load(studyId);
      const { answer, meeting, submission, quota, asked } = filter;
      if ([answer, meeting, submission, quota, asked].every((value) => value === undefined))
        return sumTallies(groups.filter(isMatch(filter)));
      const key = JSON.stringify(filter);
      const total = byFilter.get(key) ?? (await countMatching(db, studyId, filter));
      byFilter.set(key, total);
      return total;
    },
    invalidate(studyId) {
      changes += 1;
      cache.delete(studyId);
    },
  };
}

const sumTallies = (tallies: readonly Tally[]) => tallies.reduce((sum, { count }) => sum + count, 0);

function isMatch({ status, screening, gender, favourites }: ApplicantFilter): (tally: Tally) => boolean {
  const genderBit = gender && encodeBits(GENDERS, [gender]);
  return (tally) =>
    (status === undefined || tally.status === status) &&
    (screening === undefined || tally.isQualified === (screening === 'QUALIFIED')) &&
    (genderBit === undefined || tally.genderBit === genderBit) &&
    (favourites === undefined || tally.isFavourite);
}

function withoutDays(tallies: readonly Tally[]): Tally[] {
  const alike = Map.groupBy(tallies, ({ status, isQualified, genderBit, isFavourite }) =>
    [status, isQualified, genderBit, isFavourite].join(),
  );
  return [...alike.values()].map((group) => ({ ...group[0]!, day: '', count: sumTallies(group) }));
}

function toCounts(tallies: readonly Tally[]): Counts {
  const withStatus = (status: ApplicationStatus) =>
    sumTallies(tallies.filter((tally) => tally.status === status));
  const qualified = (some: readonly Tally[]) => sumTallies(some.filter(({ isQualified }) => isQualified));
  const all = sumTallies(tallies);
  const days = [...Map.groupBy(tallies, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    all,
    byStatus: {
      PENDING: withStatus('PENDING'),
      ACCEPTED: withStatus('ACCEPTED'),
      DECLINED: withStatus('DECLINED'),
      WITHDRAWN: withStatus('WITHDRAWN'),
    },
    byScreening: { QUALIFIED: qualified(tallies), DISQUALIFIED: all - qualified(tallies) },
    days: days.map(([day, some]) => ({ day, applied: sumTallies(some), qualified: qualified(some) })),
  };
}
