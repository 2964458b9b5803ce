import { type RawBuilder, sql } from 'kysely';
import { GENDERS } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import type { APPLICANT_ORDERS, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { anyOfIds, prepareQuery } from '@app/kit/database.ts';
import { encodeBits } from '@app/kit/bits.ts';
import { agreementsIfMany } from '../consent-agreements.ts';
import { isVeryFast } from '../reads.ts';
import type { ApplicationStatus, Db } from '../../schema.ts';

type Order = (typeof APPLICANT_ORDERS)[number];

/** The id is the last sort key. Otherwise applications with equal values would have no fixed order. */
const orders: Record<Order, readonly [RawBuilder<unknown>, 'asc' | 'desc']> = {
  NEWEST: [sql`applied_at`, 'desc'],
  OLDEST: [sql`applied_at`, 'asc'],
  YOUNGEST: [sql`age`, 'asc'],
  ELDEST: [sql`age`, 'desc'],
  NO_CODE_FIRST: [
    sql`(select row(submission.outcome <> 'NO_CODE', not ${isVeryFast}, submission.submitted_at)
      from project.submissions as submission join project.studies as study using (study_id)
      where submission.application_id = project.applications.application_id and submission.status = 'SUBMITTED')`,
    'asc',
  ],
};

/** A search by name is first turned into the ids of the applications that match (list-applicants.ts). */
type ApplicantQuery = Omit<ApplicantFilter, 'name'> & { among?: readonly string[] | undefined };

/**
 * The index is enough for all filters except those for answers, meetings, quotas and further profile values.
 */
function filterApplicants(db: Db, studyId: string, wanted: ApplicantQuery) {
  const { status, screening, gender, favourites, meeting, submission } = wanted;
  const { question, answer, quota, asked, among } = wanted;
  let rows = db.selectFrom('project.applications').where('study_id', '=', studyId);
  if (status) rows = rows.where('status', '=', status);
  if (screening) rows = rows.where('is_qualified', '=', screening === 'QUALIFIED');
  if (gender) rows = rows.where('gender_bit', '=', encodeBits(GENDERS, [gender]));
  if (favourites) rows = rows.where('is_favourite', '=', true);
  if (meeting) {
    // A scalar subquery runs once per row. With "exists", the database would join all bookings.
    rows = rows.where(sql<boolean>`(select true from project.meeting_stages as meeting
      where meeting.application_id = project.applications.application_id and meeting.stage = ${meeting} limit 1)`);
  }
  if (submission)
    rows = rows.where(sql<boolean>`exists (select from project.submissions as submission
      where submission.application_id = project.applications.application_id and submission.status = ${submission}
        and submission.study_id = ${studyId} and not exists (select from project.submissions as later
          where later.application_id = submission.application_id and later.started_at > submission.started_at))`);
  if (quota !== undefined)
    rows = rows.where(sql<boolean>`exists (
      select from project.study_quotas as quota where quota.study_id = ${studyId} and quota.quota = ${Number(quota)}
        and project.is_in_quota(quota.gender_bits, quota.minimum_age, quota.maximum_age, quota.region_bits, age, gender_bit, region_bit))`);
  if (asked) {
    const [name = '', value = ''] = asked.split('.');
    const bits = encodeFurtherCriteria({ [name]: [value] }) ?? [];
    const place = bits.findIndex((set) => set !== 0);
    rows = rows.where(sql<boolean>`asked_bits[${place + 1}::int] & ${bits[place] ?? 0}::int <> 0`);
  }
  if (answer !== undefined) {
    const response = JSON.stringify([{ id: question, answer }]);
    rows = rows.where(sql<boolean>`responses @> ${response}::jsonb`);
  }
  if (among) rows = rows.where('application_id', '=', anyOfIds(among));
  return rows;
}

/** Selects ids first, so that even for a late page, full rows are read only for its own ids. */
function selectApplicantRows(db: Db, wanted: ReturnType<typeof selectPageIds>, order: Order) {
  const [, direction] = orders[order];
  return db
    .selectFrom(wanted.as('wanted'))
    .innerJoin('project.applications as application', 'application.application_id', 'wanted.application_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.participant_code as code',
      'application.status',
      'application.is_qualified as isQualified',
      'application.responses',
      'application.applied_at as appliedAt',
      'application.consent_version as consentVersion',
      'application.consented_at as consentedAt',
      'application.consent_withdrawn_at as consentWithdrawnAt',
      agreementsIfMany.as('agreements'),
      sql<boolean>`application.consent_version < (select study.consent_version from project.studies as study
        where study.study_id = application.study_id)`.as('isConsentOutdated'),
      'application.age',
      'application.gender_bit as genderBit',
      'application.region_bit as regionBit',
      'application.education_bit as educationBit',
      'application.income_bit as incomeBit',
      'application.device_bits as deviceBits',
      'application.changed_bits as changedBits',
      'application.asked_bits as askedBits',
      'application.remarks',
      'application.is_favourite as isFavourite',
      // Two applications may differ only in microseconds, which a Date would lose.
      sql<string>`application.applied_at::text`.as('exactlyAppliedAt'),
    ])
    .select((eb) =>
      eb
        .selectFrom('project.unread_messages as unread')
        .select('unread.researcher_count')
        .whereRef('unread.application_id', '=', 'application.application_id')
        .as('unreadMessages'),
    )
    .orderBy('wanted.sort_key', direction)
    .orderBy('application.application_id', direction);
}
export type ApplicantRow = Awaited<ReturnType<ReturnType<typeof selectApplicantRows>['execute']>>[number];

function selectPageIds(rows: ReturnType<typeof filterApplicants>, order: Order, size: number) {
  const [sortKey, direction] = orders[order];
  return rows
    .select(['application_id', sortKey.as('sort_key')])
    .orderBy('sort_key', direction)
    .orderBy('application_id', direction)
    .limit(size);
}

export function findApplicants(
  db: Db,
  studyId: string,
  { sort, page, size, ...filter }: ApplicantQuery & Paging & { sort: Order },
): Promise<ApplicantRow[]> {
  const offset = page * size;
  // The first page without filters is read most often, so its statement is prepared.
  if (sort === 'NEWEST' && Object.values(filter).every((value) => value === undefined))
    return newest(db, { studyId, size, offset });
  return selectApplicantRows(
    db,
    selectPageIds(filterApplicants(db, studyId, filter), sort, size).offset(offset),
    sort,
  ).execute();
}

const newest = prepareQuery(
  (db: Db, { studyId, size, offset }: { studyId: string; size: number; offset: number }) =>
    selectApplicantRows(
      db,
      selectPageIds(filterApplicants(db, studyId, {}), 'NEWEST', size).offset(offset),
      'NEWEST',
    ),
);

/** People who apply during the export are not included. */
export function findApplicantsAfter(
  db: Db,
  studyId: string,
  filter: ApplicantQuery,
  { after, size }: { after: ApplicantRow | undefined; size: number },
): Promise<ApplicantRow[]> {
  let rows = filterApplicants(db, studyId, filter);
  if (after) {
    rows = rows.where(
      sql<boolean>`(applied_at, application_id) < (${after.exactlyAppliedAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return selectApplicantRows(db, selectPageIds(rows, 'NEWEST', size), 'NEWEST').execute();
}

export function findApplicationIds(
  db: Db,
  studyId: string,
  filter: ApplicantQuery,
  limit: number,
): Promise<{ id: string; applicantId: string }[]> {
  return filterApplicants(db, studyId, filter)
    .select(['application_id as id', 'applicant_id as applicantId'])
    .limit(limit)
    .execute();
}

export interface Tally {
  status: ApplicationStatus;
  isQualified: boolean;
  genderBit: number;
  isFavourite: boolean;
  day: string;
  count: number;
}

export function countByValues(db: Db, studyId: string): Promise<Tally[]> {
  const day = sql<string>`(applied_at at time zone 'UTC')::date`;
  return filterApplicants(db, studyId, {})
    .select((eb) => [
      'status',
      'is_qualified as isQualified',
      'gender_bit as genderBit',
      'is_favourite as isFavourite',
      day.as('day'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['status', 'is_qualified', 'gender_bit', 'is_favourite', day])
    .execute();
}

export async function countMatching(db: Db, studyId: string, filter: ApplicantFilter): Promise<number> {
  const { count } = await filterApplicants(db, studyId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
