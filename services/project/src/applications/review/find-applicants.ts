import { sql } from 'kysely';
import { GENDERS } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';
import { furtherBitsOf } from '@app/contracts/further-bits.ts';
import type { APPLICANT_ORDERS, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { anyOf, ready } from '@app/kit/database.ts';
import { bitsOf } from '@app/kit/bits.ts';
import { agreementsIfMany } from '../consent/agreements.ts';
import { isOfCell } from '../../studies/cells.ts';
import { isMeeting } from '../../bookings/reading/latest-bookings.ts';
import type { ApplicationStatus, Db } from '../../schema.ts';
import { mayManageStudy } from '../../studies/policy.ts';

type Order = (typeof APPLICANT_ORDERS)[number];

/** The id makes the order total: no two applications have the same place. */
const orders = {
  NEWEST: ['applied_at', 'desc'],
  OLDEST: ['applied_at', 'asc'],
  YOUNGEST: ['age', 'asc'],
  ELDEST: ['age', 'desc'],
} as const satisfies Record<Order, readonly [string, string]>;

/** What a statement asks of applicants: a name is none of it, but which applications are of that name (list-applicants.ts). */
type Wanted = Omit<ApplicantFilter, 'name'> & { among?: readonly string[] | undefined };

/** All that it asks but answers, meetings, cells and further facts stands in the index of a study's applications, so no row is read to pass it over. */
function matching(db: Db, studyId: string, wanted: Wanted) {
  const { status, screening, gender, favourites, meeting, question, answer, cell, asked, among } = wanted;
  let rows = db.selectFrom('project.applications').where('study_id', '=', studyId);
  if (status) rows = rows.where('status', '=', status);
  if (screening) rows = rows.where('is_qualified', '=', screening === 'QUALIFIED');
  if (gender) rows = rows.where('gender_bit', '=', bitsOf(GENDERS, [gender]));
  if (favourites) rows = rows.where('is_favourite', '=', true);
  if (meeting) rows = rows.where(isMeeting[meeting]);
  if (cell !== undefined) rows = rows.where(isOfCell(studyId, Number(cell)));
  if (asked) {
    const [name = '', value = ''] = asked.split('.');
    const bits = furtherBitsOf({ [name]: [value] }) ?? [];
    const place = bits.findIndex((set) => set !== 0);
    rows = rows.where(sql<boolean>`asked_bits[${place + 1}::int] & ${bits[place] ?? 0}::int <> 0`);
  }
  if (answer !== undefined) {
    const response = JSON.stringify([{ id: question, answer }]);
    rows = rows.where(sql<boolean>`responses @> ${response}::jsonb`);
  }
  if (among) rows = rows.where('application_id', '=', anyOf(among));
  return rows;
}

/** The rows of these ids alone are fetched, however many come before them. */
function rowsOf(db: Db, wanted: ReturnType<typeof idsOf>, order: Order) {
  const [column, direction] = orders[order];
  return db
    .selectFrom(wanted.as('wanted'))
    .innerJoin('project.applications as application', 'application.application_id', 'wanted.application_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'application.is_qualified as isQualified',
      'application.responses',
      'application.applied_at as appliedAt',
      'application.consent_version as consentVersion',
      'application.consented_at as consentedAt',
      'application.consent_taken_back_at as consentTakenBackAt',
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
      // A Date holds no microseconds, and two applications may differ by them alone.
      sql<string>`application.applied_at::text`.as('exactlyAppliedAt'),
    ])
    .select((eb) =>
      eb
        .selectFrom('project.unread_messages as unread')
        .select('unread.researcher_count')
        .whereRef('unread.application_id', '=', 'application.application_id')
        .as('unreadMessages'),
    )
    .orderBy(`application.${column}`, direction)
    .orderBy('application.application_id', direction);
}
export type ApplicantRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

function idsOf(rows: ReturnType<typeof matching>, order: Order, size: number) {
  const [column, direction] = orders[order];
  return rows
    .select('application_id')
    .orderBy(column, direction)
    .orderBy('application_id', direction)
    .limit(size);
}

/** A page of those who applied to a study. */
export function findApplicants(
  db: Db,
  studyId: string,
  { sort, page, size, ...filter }: Wanted & Paging & { sort: Order },
): Promise<ApplicantRow[]> {
  const offset = page * size;
  // The page that opens first.
  if (sort === 'NEWEST' && Object.values(filter).every((value) => value === undefined))
    return newest(db, { studyId, size, offset });
  return rowsOf(db, idsOf(matching(db, studyId, filter), sort, size).offset(offset), sort).execute();
}

const newest = ready((db: Db, { studyId, size, offset }: { studyId: string; size: number; offset: number }) =>
  rowsOf(db, idsOf(matching(db, studyId, {}), 'NEWEST', size).offset(offset), 'NEWEST'),
);

/** The next batch after a row, newest first (keyset pagination); new applicants come before all of them. */
export function findApplicantsAfter(
  db: Db,
  studyId: string,
  filter: Wanted,
  { after, size }: { after: ApplicantRow | undefined; size: number },
): Promise<ApplicantRow[]> {
  let rows = matching(db, studyId, filter);
  if (after) {
    rows = rows.where(
      sql<boolean>`(applied_at, application_id) < (${after.exactlyAppliedAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return rowsOf(db, idsOf(rows, 'NEWEST', size), 'NEWEST').execute();
}

/** So many of those who applied, in no order: their applications, and who they are. */
export function findIds(
  db: Db,
  studyId: string,
  filter: Wanted,
  limit: number,
): Promise<{ id: string; applicantId: string }[]> {
  return matching(db, studyId, filter)
    .select(['application_id as id', 'applicant_id as applicantId'])
    .limit(limit)
    .execute();
}

/** So many applicants have the same values in all that is counted. */
export interface Tally {
  status: ApplicationStatus;
  isQualified: boolean;
  genderBit: number;
  isFavourite: boolean;
  day: string;
  count: number;
}

export function countAlike(db: Db, studyId: string): Promise<Tally[]> {
  const day = sql<string>`(applied_at at time zone 'UTC')::date`;
  return matching(db, studyId, {})
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
  const { count } = await matching(db, studyId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A draft has no applicants, so the index of applications is asked for the others alone. */
const studiesOf = (db: Db, userId: string) =>
  db.selectFrom('project.studies as study').where(mayManageStudy(userId)).where('study.state', '!=', 'DRAFT');

/** Of each study no more than the page can hold are looked at, newest first as its index has them. */
export function findWaiting(db: Db, userId: string, { page, size }: Paging) {
  return studiesOf(db, userId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('project.applications as application')
          .whereRef('application.study_id', '=', 'study.study_id')
          .where('application.status', '=', sql.lit('PENDING' as const))
          .select(['application.application_id', 'application.applied_at'])
          .select(['application.applicant_id', 'application.is_qualified'])
          .orderBy('application.applied_at', 'desc')
          .orderBy('application.application_id', 'desc')
          .limit((page + 1) * size)
          .as('waiting'),
      (join) => join.onTrue(),
    )
    .select([
      'waiting.application_id as id',
      'waiting.applicant_id as applicantId',
      'waiting.is_qualified as isQualified',
      'waiting.applied_at as appliedAt',
      'study.study_id as studyId',
      'study.name as studyName',
    ])
    .orderBy('waiting.applied_at', 'desc')
    .orderBy('waiting.application_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
}

export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { count } = await studiesOf(db, userId)
    .innerJoin('project.applications as application', 'application.study_id', 'study.study_id')
    .where('application.status', '=', sql.lit('PENDING' as const))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Of `application` in a deleted project: it has no answer, or it is accepted and has neither a meeting that counts nor
 * one that has begun and still can count. One ahead is no reason to wait: it was booked at the very moment of the
 * deletion, and is cancelled.
 */
const isUnsettled = sql<boolean>`(application.status = 'PENDING' or application.status = 'ACCEPTED' and not exists (
  select from project.bookings as booking where booking.application_id = application.application_id
    and (booking.counts_as_attended or booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at <= now())))`;

/** A study of a project in which somebody is not settled. */
export async function findUnsettledStudy(trx: Db, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project.studies as study')
    .innerJoin('project.applications as application', 'application.study_id', 'study.study_id')
    .select('study.study_id as id')
    .where('study.project_id', '=', projectId)
    .where(isUnsettled)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** So many of those who are not settled in a study. */
export function findUnsettled(trx: Db, studyId: string, most: number) {
  return trx
    .selectFrom('project.applications as application')
    .select(['application.application_id as id', 'application.status'])
    .where('application.study_id', '=', studyId)
    .where(isUnsettled)
    .orderBy('application.application_id')
    .limit(most)
    .execute();
}

/** A step of a person's application, while the application still stands as that step left it. */
export async function findStandingStep(
  db: Db,
  { stepId, applicantId }: { stepId: string; applicantId: string },
): Promise<
  | {
      status: ApplicationStatus;
      reason: string | null;
      studyId: string;
      publicName: string;
      companyName: string | null;
      incentive: number;
      availableDates: string[];
      durationInMinutes: number | null;
      meetingWay: MeetingWay;
    }
  | undefined
> {
  return db
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.application_id', 'application.application_id')
    .innerJoin('project.application_steps as last', 'last.step_id', 'application.last_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.status',
      'step.reason',
      'study.study_id as studyId',
      'study.public_name as publicName',
      'study.company_name as companyName',
      'study.incentive',
      'study.available_dates as availableDates',
      'study.duration_in_minutes as durationInMinutes',
      'study.meeting_way as meetingWay',
    ])
    .where('step.step_id', '=', stepId)
    .where('application.applicant_id', '=', applicantId)
    .where(
      sql<boolean>`(step.status, step.reason, step.note) is not distinct from (last.status, last.reason, last.note)`,
    )
    .executeTakeFirst();
}
