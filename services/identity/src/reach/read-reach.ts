import { type Kysely, sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { type ReachCriteria, type ReachReading, readReach } from '@app/contracts/identity/reach.ts';
import { encodeBits } from '@app/kit/bits.ts';
import type { Route } from '@app/kit/route.ts';
import type { IdentityTables } from '../schema.ts';
import type { Deps } from '../deps.ts';

type Db = Kysely<IdentityTables>;

/** If fewer people in the sample are alike, it cannot show how many match. */
const MIN_ALIKE = 30;
/**
 * Smaller numbers are hidden: otherwise a caller could learn the profile of one known person by adding one
 * criterion after another.
 */
const MIN_REPORTED = 10;

function describeCount(
  count: number,
  sample: Awaited<ReturnType<typeof sumSample>>,
): { count: number; reading?: ReachReading } {
  const few = { count: MIN_REPORTED, reading: 'FEWER_THAN' } as const;
  if (count < MIN_REPORTED) return few;
  if (!sample) return { count };
  const { matching, alike, isSample } = sample;
  if (isSample && alike < MIN_ALIKE) return { count, reading: 'AT_MOST' };
  // The sample is too small to give more than two digits.
  const shown = isSample ? Number(((count * matching) / alike).toPrecision(2)) : matching;
  if (shown < MIN_REPORTED) return few;
  return isSample ? { count: shown, reading: 'ABOUT' } : { count: shown };
}

async function countReach(
  db: Db,
  criteria: ReachCriteria,
): Promise<{ count: number; reading?: ReachReading; asOf: string }> {
  const [{ count, asOf }, sample] = await Promise.all([sumReach(db, criteria), sumSample(db, criteria)]);
  return { ...describeCount(count, sample), asOf: asOf.toISOString() };
}

const meetsChoices = (criteria: ReachCriteria) => sql<boolean>`identity.meets_choices(
  ${encodeBits(GENDERS, criteria.genders)}::int, ${encodeBits(EDUCATION_LEVELS, criteria.educationLevels)}::int,
  ${encodeBits(INCOME_RANGES, criteria.incomeRanges)}::int, ${encodeBits(DEVICE_REQUIREMENTS, criteria.deviceRequirements)}::int,
  gender_bit, education_bit, income_bit, device_bits)`;

/** Each person who has at least one of the listed devices is counted. */
export async function sumReach(db: Db, criteria: ReachCriteria): Promise<{ count: number; asOf: Date }> {
  const below = criteria.minimumAge - 1;
  return db
    .selectFrom('identity.reach_refresh')
    .select([
      'refreshed_at as asOf',
      (of) =>
        of
          .selectFrom('identity.reach_counts')
          .select(
            sql<number>`coalesce(sum(people_up_to[${criteria.maximumAge}::integer]
              - coalesce(people_up_to[${below}::integer], 0)), 0)::int8`.as('people'),
          )
          .where(meetsChoices(criteria))
          .$asScalar()
          .$notNull()
          .as('count'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Returns undefined if there are no further criteria, because the table reach_counts gives exact numbers
 * then.
 */
async function sumSample(
  db: Db,
  criteria: ReachCriteria,
): Promise<{ matching: number; alike: number; isSample: boolean } | undefined> {
  const wanted = encodeFurtherCriteria(criteria);
  if (!wanted) return undefined;
  const { rows } = await sql<{ matching: number; alike: number; isSample: boolean }>`
    with wanted as (select ${[...wanted]}::integer[] as further_bits)
    select is_sample as "isSample", alike, matching from identity.reach_refresh cross join lateral (
      select coalesce(sum(people), 0)::int8 as alike,
        coalesce(sum(people) filter (where identity.meets_further_criteria(wanted.further_bits, known.further_bits)), 0)::int8 as matching
      from identity.reach_sample as known cross join wanted
      where age between ${criteria.minimumAge}::integer and ${criteria.maximumAge}::integer and ${meetsChoices(criteria)}
    ) as counted`.execute(db);
  return rows[0];
}

export function reachRoutes(route: Route, { reader }: Deps): void {
  route(readReach, async ({ body }) => countReach(reader, body));
}
