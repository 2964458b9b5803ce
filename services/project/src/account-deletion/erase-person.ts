import type { Obstacle } from '@app/contracts/account-deletion.ts';
import { SILENCE_HOURS } from '@app/contracts/project/submission-choices.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import {
  erasePerson as erasure,
  findObstacles as obstacles,
} from '@app/contracts/project/account-deletion.ts';
import type { Route } from '@app/kit/route.ts';
import { withdrawAllApplications } from '../applications/apply/withdraw-application.ts';
import { eraseAnswers } from '../applications/erase-answers.ts';
import { eraseBookings } from '../bookings/erase-bookings.ts';
import { deleteFeed } from '../bookings/calendar/feed-key.ts';
import type { Deps } from '../deps.ts';
import { deleteProfile } from '../matching-profiles/write-profile.ts';
import { deleteStudyViews } from '../funnel/record-views.ts';
import { deletePersonNotifications } from '../notifications/write-notifications.ts';
import { clearMessageReporter } from '../messages/report-message.ts';
import { eraseProjects } from '../projects/write-project.ts';
import { clearReporter } from '../reports/report-study.ts';
import type { Db } from '../schema.ts';
import { deleteQuarterHours, deleteResearcherFreeSlots } from '../slots/write-seats.ts';
import { eraseStudies } from '../studies/erase-studies.ts';
import { deleteParticipantInvitations } from '../studies/invited-people.ts';
import { eraseSubmissions } from '../submissions/erase-submissions.ts';
import { SETTLEMENTS } from '../studies/delete-project.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The lock waits for writers that began earlier, and the trigger skip_left drops later writes. If the wait
 * takes more than a second it fails, and the identity service tries again.
 */
async function recordDeparture(trx: Db, userId: string): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  const bucket = sql`hashtext(${userId}::uuid::text) & 63`;
  try {
    await sql`select pg_advisory_xact_lock(hashtext('project.left_people'), ${bucket})`.execute(trx);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
      throw Object.assign(new Failure('UNAVAILABLE'), { cause: error });
    throw error;
  }
  await trx
    .insertInto('project.left_people')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * A participant who may still be owed money cannot be erased. A submission that is not approved by silence
 * in time is no obstacle, because it may wait for the researcher for ever.
 */
export async function findObstacles(db: Db, userId: string): Promise<Obstacle[]> {
  const { rows } = await sql<{ obstacle: Obstacle }>`
    select 'STUDIES_ARE_OPEN' as obstacle where exists (
      select from project.studies as study join project.projects as project using (project_id)
      where project.creator_id = ${userId} and project.deleted_at is null
        and study.state in ('PUBLISHED', 'PAUSED') and study.deleted_at is null)
    union all
    select 'MEETINGS_TO_COME' where exists (
      select from project.bookings
      where researcher_id = ${userId} and state in ('OFFERED', 'BOOKED', 'CONFIRMED') and ends_at > now())
    union all
    select 'SUBMISSIONS_WAIT' where exists (
      select from project.submissions as submission join project.studies as study using (study_id)
      join project.projects as project using (project_id)
      where project.creator_id = ${userId} and submission.status in ('STARTED', 'SUBMITTED', 'REJECTION_REQUESTED'))
    union all
    select 'PAYMENT_NOT_FINAL' where exists (
      select from project.payables where participant_id = ${userId} and sent_version < version
    ) or exists (
      select from project.submissions as submission join project.studies as study using (study_id)
      where submission.participant_id = ${userId} and study.incentive > 0
        and (submission.final_at > now() or project.is_for_admin(submission)
          or submission.status in ('SUBMITTED', 'REJECTION_REQUESTED')
            and coalesce(decided_at, submitted_at) > now() - ${SILENCE_HOURS + 1}::int * interval '1 hour')
    ) or exists (
      select from project.bookings as booking join project.studies as study using (study_id)
      where booking.participant_id = ${userId} and study.incentive > 0 and booking.starts_at <= now()
        and (booking.state in ('BOOKED', 'CONFIRMED')
          or booking.final_at > now()
          or (booking.state in ('NO_SHOW', 'NOBODY_CAME')
            and booking.reported_at is not null and booking.decided_at is null)))`.execute(db);
  return rows.map(({ obstacle }) => obstacle);
}

/**
 * Applications are withdrawn first, so that researchers are notified and times become free. If other people
 * need a record, it stays without the person's data.
 */
async function erasePerson(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, (trx) => recordDeparture(trx, userId));
  await withdrawAllApplications(deps, userId);
  await transaction(deps.db, async (trx) => {
    await deleteProfile(trx, userId);
    await deletePersonNotifications(trx, userId);
    await eraseAnswers(trx, userId);
    await deleteStudyViews(trx, userId);
    await deleteParticipantInvitations(trx, userId);
    await clearReporter(trx, userId);
    await clearMessageReporter(trx, userId);
    await eraseBookings(trx, userId);
    await eraseSubmissions(trx, userId);
    await deleteQuarterHours(trx, userId);
    await deleteResearcherFreeSlots(trx, userId);
    await deleteFeed(trx, userId);
    await eraseStudies(deps, trx, userId);
    // No researcher can decide on these applicants any more, so they are declined.
    for (const projectId of await eraseProjects(trx, { creatorId: userId })) {
      await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    }
  });
  deps.openStudyCounts.invalidate();
}

export function accountDeletionRoutes(route: Route, deps: Deps): void {
  route(obstacles, async ({ params }) => findObstacles(deps.db, params.userId));
  route(erasure, async ({ params }) => erasePerson(deps, params.userId));
}
