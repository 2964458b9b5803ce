import { sql } from 'kysely';
import { GENDERS, REGIONS } from '@app/contracts/enumerations.ts';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { type Quota, findQuotaIndex } from '@app/contracts/project/quotas.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { encodeBits, decodeBit, decodeBits } from '@app/kit/bits.ts';
import { currentAge } from '../matching-profiles/matching-profile.ts';
import type { Db, StoredProfile } from '../schema.ts';

const [NO_MINIMUM, NO_MAXIMUM] = [0, 127];

interface StoredQuota {
  genderBits: number;
  minimumAge: number;
  maximumAge: number;
  regionBits: number;
  places: number;
}

export const STORED_QUOTAS = sql<StoredQuota[] | null>`case when study.open_quotas is not null then (
  select json_agg(json_build_object('genderBits', gender_bits, 'minimumAge', minimum_age, 'maximumAge', maximum_age,
    'regionBits', region_bits, 'places', places) order by quota)
  from project.study_quotas where study_quotas.study_id = study.study_id) end`;

export const toQuotas = (stored: readonly StoredQuota[] | null): Quota[] =>
  (stored ?? []).map(({ genderBits, minimumAge, maximumAge, regionBits, places }) => {
    const [gender] = decodeBits(GENDERS, genderBits);
    const [region] = decodeBits(REGIONS, regionBits);
    return {
      ...(gender && { gender }),
      ...(minimumAge !== NO_MINIMUM && { minimumAge }),
      ...(maximumAge !== NO_MAXIMUM && { maximumAge }),
      ...(region && { region }),
      places,
    };
  });

/** Four numbers for each quota with free places. Null if the study has no quotas. */
export type OpenQuotas = readonly number[] | null;

export function isInOpenQuota(open: OpenQuotas, profile: QuotaProfile): boolean {
  if (!open) return true;
  const starts = open.flatMap((_, at) => (at % 4 === 0 ? [at] : []));
  const stored = starts.map((at) => {
    const [genderBits = 0, minimumAge = 0, maximumAge = 0, regionBits = 0] = open.slice(at, at + 4);
    return { genderBits, minimumAge, maximumAge, regionBits, places: 1 };
  });
  return isInAny(stored, profile);
}

/** Compares only the profile, not whether places are left. */
export async function fitsAnyQuota(db: Db, studyId: string, profile: QuotaProfile): Promise<boolean> {
  const { quotas } = await db
    .selectFrom('project.studies as study')
    .select(STORED_QUOTAS.as('quotas'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  return isInAny(quotas, profile);
}

type QuotaProfile = Pick<StoredProfile, 'birthDate' | 'genderBit' | 'furtherBits'>;

function isInAny(stored: readonly StoredQuota[] | null, profile: QuotaProfile): boolean {
  const [region] = decodeBits(REGIONS, profile.furtherBits?.[0] ?? 0);
  const person = { age: currentAge(profile), gender: decodeBit(GENDERS, profile.genderBit), region };
  return findQuotaIndex(toQuotas(stored), person) !== null;
}

/**
 * Updates the study. A trigger (set_open_quotas) then computes the open quotas. The caller must lock the
 * study.
 */
export async function writeQuotas(trx: Db, studyId: string, quotas: readonly Quota[]): Promise<void> {
  if (quotas.length === 0) return;
  await trx
    .insertInto('project.study_quotas')
    .values(
      quotas.map(({ gender, minimumAge, maximumAge, region, places }, quota) => ({
        study_id: studyId,
        quota,
        gender_bits: encodeBits(GENDERS, gender ? [gender] : []),
        minimum_age: minimumAge ?? NO_MINIMUM,
        maximum_age: maximumAge ?? NO_MAXIMUM,
        region_bits: encodeBits(REGIONS, region ? [region] : []),
        places,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['study_id', 'quota']).doUpdateSet((eb) => ({ places: eb.ref('excluded.places') })),
    )
    .execute();
  await trx
    .updateTable('project.studies')
    .set({ open_quotas: sql<number[]>`'{}'` })
    .where('study_id', '=', studyId)
    .execute();
}

const fitsQuota = (person: string) =>
  sql.raw(`project.is_in_quota(quota.gender_bits, quota.minimum_age, quota.maximum_age, quota.region_bits,
    ${person}.age, ${person}.gender_bit, ${person}.region_bit)`);

export interface QuotaPlaces {
  /** Can be negative: a place may be given again, and then its earlier applicant is owed money after all. */
  left: number;
  /** Includes places that stay reserved for applicants who may be owed money and can be accepted again. */
  unfilled: number;
}

/** The caller must lock the study. */
export async function findQuotaPlaces(
  trx: Db,
  study: { id: string; hasQuotas: boolean; incentive: number },
): Promise<QuotaPlaces[]> {
  if (!study.hasQuotas) return [];
  const keepsPlace = sql`application.application_id in (
    select payable.application_id from project.payables as payable where payable.study_id = ${study.id} and payable.pesewas > 0
      and payable.kind = 'INCENTIVE'
    union all
    select entitled.application_id from project.possibly_entitled_applications(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as entitled
    where entitled.study_id = ${study.id})`;
  const { rows } = await sql<QuotaPlaces>`
    with holding as materialized (
      select gender_bit, age, region_bit, status = 'ACCEPTED' as is_accepted from project.applications as application
      where study_id = ${study.id} and (status = 'ACCEPTED'${study.incentive > 0 ? sql` or ${keepsPlace}` : sql``})
    )
    select quota.places - count(holding.age)::int as left,
      quota.places - (count(*) filter (where holding.is_accepted))::int as unfilled
    from project.study_quotas as quota left join holding on ${fitsQuota('holding')}
    where quota.study_id = ${study.id} group by quota.quota, quota.places order by quota.quota`.execute(trx);
  return rows;
}

/** The map has no entry for applications that fit no quota. */
export async function findQuotaIndexes(
  trx: Db,
  study: { id: string; hasQuotas: boolean },
  applicationIds: readonly string[],
): Promise<Map<string, number>> {
  if (!study.hasQuotas) return new Map();
  const { rows } = await sql<{ id: string; quota: number }>`
    select application.application_id as id, quota.quota
    from project.applications as application join project.study_quotas as quota
      on quota.study_id = application.study_id and ${fitsQuota('application')}
    where application.application_id = ${anyOfIds(applicationIds)}`.execute(trx);
  return new Map(rows.map(({ id, quota }) => [id, quota]));
}

export async function countByQuota(
  db: Db,
  studyId: string,
): Promise<{ pending: number; accepted: number; met: number; taken: number }[]> {
  const { rows } = await sql<{ pending: number; accepted: number; met: number; taken: number }>`
    with alike as materialized (
      select gender_bit, age, region_bit, status, count(*) as count,
        count(*) filter (where exists (select from project.payables as payable
          where payable.application_id = application.application_id and payable.pesewas > 0
            and payable.kind = 'INCENTIVE')) as entitled,
        count(*) filter (where exists (select from project.bookings as booking
          where booking.application_id = application.application_id and booking.counts_as_attended)
          or exists (select from project.submissions as submission
            where submission.application_id = application.application_id and submission.status = 'APPROVED')) as met
      from project.applications as application where study_id = ${studyId}
      group by gender_bit, age, region_bit, status
    )
    select coalesce(sum(alike.count) filter (where status = 'PENDING'), 0)::int as pending,
      coalesce(sum(alike.count) filter (where status = 'ACCEPTED'), 0)::int as accepted,
      coalesce(sum(alike.met), 0)::int as met,
      coalesce(sum(case when status = 'ACCEPTED' then alike.count else alike.entitled end), 0)::int as taken
    from project.study_quotas as quota left join alike on ${fitsQuota('alike')}
    where quota.study_id = ${studyId} group by quota.quota order by quota.quota`.execute(db);
  return rows;
}
