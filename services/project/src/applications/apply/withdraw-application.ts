import { randomUUIDv7 } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { Application, withdrawApplication as endpoint } from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, fail as failWith, Failure } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import { endApplicationBookings } from '../../bookings/end-booking.ts';
import { LIVE_STATES } from '../../bookings/states.ts';
import type { Deps } from '../../deps.ts';
import { insertNotification } from '../../notifications/write-notifications.ts';
import type { ApplicationStatus, Db, ProjectTables } from '../../schema.ts';
import { changeTakenPlaces } from '../../studies/accepted-places.ts';
import { lockStudy } from '../../studies/locks.ts';
import { updateOpenPages } from '../notify-of-decision.ts';
import { findOwnApplication, findApplicationResearcher } from '../reads.ts';

export async function withdrawApplication(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { applicationId: string; applicantId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Application> {
  const { db } = deps;
  const about = await findApplicationResearcher(db, own);
  if (!about) return fail('APPLICATION_NOT_FOUND');
  const left = await transaction(db, async (trx) => {
    const study = await lockStudy(trx, about.studyId);
    const ended = await withdrawFromStudy(deps, trx, study, own);
    if (ended && about.researcherId !== null) {
      await insertNotification(trx, {
        userId: about.researcherId,
        key: `withdrawn:${about.applicationId}`,
        kind: 'APPLICANT_WITHDREW',
        params: { studyId: about.studyId, study: about.studyName, applicationId: about.applicationId },
      });
    }
    return ended;
  });
  if (left) notifyOfWithdrawal(deps, about, left);
  const application = await findOwnApplication(db, own.applicantId, own);
  if (!application) throw new Error('Applications stay');
  return application.status === 'DECLINED' ? fail('APPLICATION_IS_DECLINED') : application;
}

interface Left {
  usersToUpdate: string[];
  isOpened: boolean;
}

/** The caller must lock the study. Returns undefined if the application was already withdrawn or declined. */
export async function withdrawFromStudy(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof lockStudy>>,
  own: { applicationId: string; applicantId: string },
): Promise<Left | undefined> {
  const status = await updateWithdrawn(trx, { ...own, decisionId: randomUUIDv7() });
  if (status === undefined) return undefined;
  const isOpened = status === 'ACCEPTED' && (await changeTakenPlaces(trx, study, -1));
  const ending = { by: 'PARTICIPANT', reason: '' } as const;
  const usersToUpdate = await endApplicationBookings(deps, trx, [own.applicationId], ending);
  await recordEvent(trx, 'APPLICATION_WITHDRAWN', { userId: own.applicantId, about: own.applicationId });
  return { usersToUpdate, isOpened };
}

async function updateWithdrawn(
  trx: Db,
  {
    applicationId,
    applicantId,
    decisionId,
  }: { applicationId: string; applicantId: string; decisionId: string },
): Promise<ApplicationStatus | undefined> {
  const row = await trx
    .with('locked', (cte) =>
      cte
        .selectFrom('project.applications')
        .select(['application_id', 'status'])
        .where('application_id', '=', applicationId)
        .where('applicant_id', '=', applicantId)
        .where('status', 'not in', ['WITHDRAWN', 'DECLINED'])
        .forUpdate(),
    )
    .with('updated', (cte) =>
      cte
        .updateTable('project.applications as application')
        .from('locked')
        .set({
          status: 'WITHDRAWN',
          last_step_id: sql<string>`gen_random_uuid()`,
        })
        .whereRef('application.application_id', '=', 'locked.application_id')
        .returning(['application.application_id', 'application.applicant_id', 'application.last_step_id']),
    )
    .with('step', (cte) =>
      cte
        .insertInto('project.application_steps')
        .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id'])
        .expression(
          cte
            .selectFrom('updated')
            .select([
              sql<string>`updated.last_step_id`.as('step_id'),
              'updated.application_id',
              sql<string>`${decisionId}::uuid`.as('decision_id'),
              sql<ApplicationStatus>`'WITHDRAWN'`.as('status'),
              'updated.applicant_id',
            ]),
        ),
    )
    .selectFrom('locked')
    .select('locked.status')
    .executeTakeFirst();
  return row?.status;
}

export function notifyOfWithdrawal(
  deps: Pick<Deps, 'openPages' | 'openStudyCounts'>,
  { studyId, researcherId }: { studyId: string; researcherId: string | null },
  { usersToUpdate, isOpened }: Left,
): void {
  const userIds = researcherId === null ? usersToUpdate : [researcherId, ...usersToUpdate];
  updateOpenPages(deps, { studyId, isOpenedOrFilled: isOpened, userIds });
}

/** Skips applications that were declined or erased after the list was read. */
export async function withdrawAllApplications(
  deps: Parameters<typeof withdrawApplication>[0],
  applicantId: string,
): Promise<void> {
  for (const applicationId of await findLiveApplications(deps.db, applicantId)) {
    try {
      await withdrawApplication(deps, { applicationId, applicantId }, failWith);
    } catch (error) {
      const isNone =
        error instanceof Failure && ['APPLICATION_IS_DECLINED', 'APPLICATION_NOT_FOUND'].includes(error.code);
      if (!isNone) throw error;
    }
  }
}

/**
 * After an absence, the participant may book again. So after the start of a meeting, only a later booking or
 * a waiting-list entry counts.
 */
async function findLiveApplications(db: Db, applicantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select application_id as id from project.applications as application
    where applicant_id = ${applicantId} and status not in ('WITHDRAWN', 'DECLINED')
      and not exists (select from project.submissions as approved
        where approved.application_id = application.application_id and approved.status = 'APPROVED') and (
      not exists (select from project.bookings as started
        where started.application_id = application.application_id and started.starts_at <= now()
          and started.state not in ('LAPSED', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER'))
      or exists (select from project.bookings as ahead
        where ahead.application_id = application.application_id and ahead.state in (${sql.join(LIVE_STATES)})
          and (ahead.starts_at is null or ahead.starts_at > now()))
      or exists (select from project.waiting as waiting where waiting.application_id = application.application_id)
    ) order by application_id`.execute(db);
  return rows.map(({ id }) => id);
}
