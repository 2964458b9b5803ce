import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { OwnSubmission, startSubmission as endpoint } from '@app/contracts/project/submissions.ts';
import { LEAST_MINUTES, MOST_STARTS } from '@app/contracts/project/submission-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { type Transaction, sql } from 'kysely';
import { updateNotifiedSteps, updateOpenPages } from '../applications/notify-of-decision.ts';
import { updateDecided } from '../applications/write-decision.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { changeTakenPlaces, isPlaceLeft } from '../studies/accepted-places.ts';
import { lockStudy, lockStudyIfPresent } from '../studies/locks.ts';
import { type LockedSubmission, lockLastSubmission } from './locks.ts';
import { readSubmission } from './reads.ts';

type Trx = Transaction<ProjectTables>;
type StartFail = Fail<(typeof endpoint)['errors'][number]>;

/**
 * After a time-out, or in a study that accepts at once, a pending applicant gets a place. The caller must
 * lock the study and the application.
 */
export async function reservePlace(
  trx: Trx,
  study: Awaited<ReturnType<typeof lockStudy>>,
  {
    applicationId,
    applicationStatus,
    researcherId,
  }: Pick<LockedSubmission, 'applicationId' | 'applicationStatus' | 'researcherId'>,
): Promise<{ isTaken: boolean; isOpenedOrFilled: boolean }> {
  if (applicationStatus === 'ACCEPTED') return { isTaken: true, isOpenedOrFilled: false };
  if (applicationStatus !== 'PENDING' || !(await isPlaceLeft(trx, study, applicationId)))
    return { isTaken: false, isOpenedOrFilled: false };
  await updateDecided(trx, [applicationId], {
    id: randomUUIDv7(),
    status: 'ACCEPTED',
    byUserId: researcherId,
  });
  // The person has just done this, so no notification is needed.
  await updateNotifiedSteps(trx, [applicationId]);
  return { isTaken: true, isOpenedOrFilled: await changeTakenPlaces(trx, study, 1) };
}

export async function startSubmission(
  deps: Pick<Deps, 'db' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { studyId: string; participantId: string },
  fail: StartFail,
): Promise<OwnSubmission> {
  const { submission, isOpenedOrFilled } = await transaction(deps.db, async (trx) => {
    await lockStudyIfPresent(trx, own.studyId);
    const locked = await lockLastSubmission(trx, own);
    if (!locked) return fail('STUDY_NOT_FOUND');
    const { last, survey } = locked;
    if (!survey) return fail('NOT_ONLINE');
    if (last?.status === 'STARTED')
      return { submission: await readSubmission(deps, trx, last.id), isOpenedOrFilled: false };
    const place = await enterStudy(trx, own.studyId, locked, fail);
    const id = randomUUIDv7();
    await trx
      .insertInto('project.submissions')
      .values({
        submission_id: id,
        application_id: locked.applicationId,
        study_id: own.studyId,
        participant_id: own.participantId,
        session_key: randomBytes(16).toString('base64url'),
        expires_at: sql<Date>`now() + ${Math.max(LEAST_MINUTES, 3 * survey.minutes)}::int * interval '1 minute'`,
      })
      .execute();
    return { submission: await readSubmission(deps, trx, id), isOpenedOrFilled: place };
  });
  updateOpenPages(deps, { studyId: own.studyId, isOpenedOrFilled, userIds: [] });
  return submission;
}

/** Returns true if the study is now open or full. */
async function enterStudy(
  trx: Trx,
  studyId: string,
  locked: LockedSubmission,
  fail: StartFail,
): Promise<boolean> {
  const { last, applicationStatus: status, choosing, isQualified, starts } = locked;
  if (last && last.status !== 'TIMED_OUT') fail('SUBMISSION_IS_OVER');
  const mayReturn = last !== undefined || (choosing === 'AT_ONCE' && isQualified);
  const isAccepted = status === 'ACCEPTED';
  if (locked.hasWithdrawnConsent || locked.isDeleted) fail('NOT_ACCEPTED');
  if (!isAccepted && !(status === 'PENDING' && mayReturn)) fail('NOT_ACCEPTED');
  if (locked.isSuspended) fail('STUDY_IS_SUSPENDED');
  const study = await lockStudy(trx, studyId);
  if (study.state === 'PAUSED') fail('STUDY_IS_PAUSED');
  if (study.state === 'CLOSED' || locked.isPast) fail('STUDY_IS_CLOSED');
  if (locked.isConsentOutdated) fail('CONSENT_OUTDATED');
  if (starts >= MOST_STARTS) fail('TOO_MANY_STARTS');
  const { isTaken, isOpenedOrFilled } = await reservePlace(trx, study, locked);
  return isTaken ? isOpenedOrFilled : fail('NO_PLACE_LEFT');
}
