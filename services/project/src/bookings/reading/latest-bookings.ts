import { type RawBuilder, sql } from 'kysely';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { MeetingStage } from '@app/contracts/project/meeting-choices.ts';
import { anyOf, ready } from '@app/kit/database.ts';
import type { Db } from '../../schema.ts';

type LatestBooking = NonNullable<Applicant['meeting']>;

/** The last booking of each application that has one, without offers and places that lapsed. */
const latest = (db: Db) =>
  db
    .selectFrom('project.bookings')
    .distinctOn('application_id')
    .select(['application_id as applicationId', 'state', 'starts_at as startsAt'])
    .where('state', '<>', 'LAPSED')
    .orderBy('application_id')
    .orderBy('created_at', 'desc');

const latestOf = ready((db: Db, { applicationIds }: { applicationIds: readonly string[] }) =>
  latest(db).where('application_id', '=', anyOf(applicationIds)),
);

const textOf = (at: Date | null) => at?.toISOString() ?? null;

export async function findLatestBookings(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, LatestBooking>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await latestOf(db, { applicationIds });
  return new Map(
    rows.map(({ applicationId, state, startsAt }) => [applicationId, { state, startsAt: textOf(startsAt) }]),
  );
}

/** The same of all of a study: in one statement, and without a name. */
export async function findLatestOfStudy(
  db: Db,
  studyId: string,
): Promise<(LatestBooking & { applicationId: string })[]> {
  const rows = await latest(db).where('study_id', '=', studyId).execute();
  return rows.map((row) => ({ ...row, startsAt: textOf(row.startsAt) }));
}

const has = (what: RawBuilder<unknown>) => sql<boolean>`exists (
  select from project.bookings as booking
  where booking.application_id = project.applications.application_id and ${what})`;

/** Of `project.applications`: whether their meeting stands so now. */
export const isMeeting: Readonly<Record<MeetingStage, RawBuilder<boolean>>> = {
  CHOOSING: sql`project.applications.status = 'ACCEPTED' and not ${has(
    sql`booking.state in ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME')`,
  )}`,
  AHEAD: has(sql`booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at > now()`),
  UNMARKED: has(sql`booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at <= now()`),
  ATTENDED: has(sql`booking.state = 'ATTENDED'`),
  NO_SHOW: has(sql`booking.state = 'NO_SHOW'`),
};
