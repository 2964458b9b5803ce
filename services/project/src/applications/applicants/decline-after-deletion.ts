import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { endApplicationBookings } from '../../bookings/end-booking.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../schema.ts';
import { lockDeletedProject } from '../../projects/locks.ts';
import { addAccepted } from '../../studies/accepted-places.ts';
import { lockStudy } from '../../studies/locks.ts';
import { SETTLEMENTS, postponeDeclines } from '../../studies/delete-project.ts';
import { notifyApplicantsOfDecision } from '../notify-of-decision.ts';
import { updateDecided } from '../write-decision.ts';

/** The batch is small, because each applicant gets a notification and an email. */
const BATCH = 200;

/** If the project is restored, these applicants stay declined. */
export async function declineAfterDeletion(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { projectId }: { projectId: string },
): Promise<void> {
  if (await postponeDeclines(deps, { projectId })) return;
  const notified = await transaction(deps.db, async (trx) => {
    const byUserId = await lockDeletedProject(trx, projectId);
    if (byUserId === undefined) return undefined;
    const studyId = await findUnsettledStudy(trx, projectId);
    if (studyId === undefined) return undefined;
    await lockStudy(trx, studyId);
    const id = randomUUIDv7();
    const unsettled = await findUnsettled(trx, studyId, BATCH);
    const ids = unsettled.map(({ id: applicationId }) => applicationId);
    const decline = { id, byUserId, status: 'DECLINED', reason: 'STUDY_ENDED' } as const;
    await updateDecided(trx, ids, { ...decline, from: ['PENDING', 'ACCEPTED'] });
    const accepted = unsettled.filter(({ status }) => status === 'ACCEPTED').length;
    if (accepted > 0) await addAccepted(trx, studyId, -accepted);
    await endApplicationBookings(deps, trx, ids, { by: 'RESEARCHER', reason: '' });
    await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    return notifyApplicantsOfDecision(deps, trx, id);
  });
  if (notified) deps.openPages.notify(notified);
}

/** An applicant with a future meeting is declined too, because the deletion cancels the meeting. */
const isUnsettled = sql<boolean>`(application.status = 'PENDING' or application.status = 'ACCEPTED' and not exists (
  select from project.bookings as booking where booking.application_id = application.application_id
    and (booking.counts_as_attended or booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at <= now()))
  and not exists (select from project.submissions as submission
    where submission.application_id = application.application_id
      and submission.status not in ('TIMED_OUT', 'RETURNED', 'SCREENED_OUT')))`;

async function findUnsettledStudy(trx: Db, projectId: string): Promise<string | undefined> {
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

function findUnsettled(trx: Db, studyId: string, most: number) {
  return trx
    .selectFrom('project.applications as application')
    .select(['application.application_id as id', 'application.status'])
    .where('application.study_id', '=', studyId)
    .where(isUnsettled)
    .orderBy('application.application_id')
    .limit(most)
    .execute();
}
