import { randomUUIDv7 } from 'node:crypto';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type {
  OwnSubmission,
  enterCompletionCode as entering,
  extendSubmission as extending,
  finishSubmission as finishing,
} from '@app/contracts/project/submissions.ts';
import { LEAST_MINUTES, type SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { type Transaction, sql } from 'kysely';
import { withdrawFromStudy } from '../applications/apply/withdraw-application.ts';
import { updateNotifiedSteps, updateOpenPages } from '../applications/notify-of-decision.ts';
import { updateDecided } from '../applications/write-decision.ts';
import type { Deps } from '../deps.ts';
import { writePayables } from '../payables/write-payables.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { changeTakenPlaces } from '../studies/accepted-places.ts';
import { lockStudy } from '../studies/locks.ts';
import { type LockedSubmission, lockLastSubmission } from './locks.ts';
import { readSubmission } from './reads.ts';
import { reservePlace } from './start-submission.ts';
import { watchSurvey } from './watch-survey.ts';

type Trx = Transaction<ProjectTables>;
type FinishDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>;
type Study = Awaited<ReturnType<typeof lockStudy>>;
type Started = LockedSubmission & { last: NonNullable<LockedSubmission['last']> };
type CodeFail = Fail<(typeof entering)['errors'][number]>;

const STATUS_AFTER = {
  COMPLETED: 'SUBMITTED',
  SCREENED_OUT: 'SCREENED_OUT',
  NOT_ELIGIBLE: 'RETURNED',
} as const satisfies Record<CompletionMeaning, SubmissionStatus>;

const DECIDED: ReadonlySet<SubmissionStatus> = new Set(['APPROVED', 'REJECTED', 'REJECTION_REQUESTED']);

const findCodeMeaning = (db: Db, code: string) =>
  db
    .selectFrom('project.completion_codes as completion')
    .innerJoin('project.studies as study', 'study.study_id', 'completion.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['completion.meaning', 'study.study_id as studyId', 'project.creator_id as researcherId'])
    .where('completion.code', '=', code)
    .executeTakeFirst();

/** This call changes nothing. */
export async function testCompletionCode(
  { db }: Pick<Deps, 'db'>,
  { code, researcherId }: { code: string; researcherId: string },
  fail: CodeFail,
): Promise<ReplyOf<typeof entering>> {
  const known = await findCodeMeaning(db, code);
  if (known?.researcherId !== researcherId) return fail('COMPLETION_CODE_WRONG');
  return { meaning: known.meaning, submission: null };
}

/** A repeated code changes nothing. */
export async function enterCompletionCode(
  deps: FinishDeps,
  { code, userId }: { code: string; userId: string },
  fail: CodeFail,
): Promise<ReplyOf<typeof entering>> {
  const known = await findCodeMeaning(deps.db, code);
  if (!known) return fail('COMPLETION_CODE_WRONG');
  const { meaning, studyId } = known;
  const { id, isOpenedOrFilled } = await transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, studyId);
    const locked = await lockLastSubmission(trx, { studyId, participantId: userId });
    if (!locked?.last || (locked.last.status === 'RETURNED' && meaning !== 'NOT_ELIGIBLE'))
      return fail('NO_SUBMISSION_STARTED');
    const { last } = locked;
    const started = { ...locked, last };
    if (meaning === 'COMPLETED' && last.status === 'SUBMITTED') await addCode(trx, last.id);
    if (last.status === STATUS_AFTER[meaning] || (meaning === 'COMPLETED' && DECIDED.has(last.status)))
      return { id: last.id, isOpenedOrFilled: false };
    if (last.status === 'STARTED')
      return {
        id: last.id,
        isOpenedOrFilled: await endStarted(deps, trx, study, { started, userId, meaning }),
      };
    if (last.status !== 'TIMED_OUT' || !last.isInGrace || meaning !== 'COMPLETED')
      return fail('SUBMISSION_IS_OVER');
    if (locked.applicationStatus === 'DECLINED' || locked.applicationStatus === 'WITHDRAWN')
      return fail('SUBMISSION_IS_OVER');
    const place = await reservePlace(trx, study, locked);
    await updateSubmitted(trx, last.id, place.isTaken ? 'CODE' : 'LATE');
    await watchSurvey(deps, trx, studyId);
    return { id: last.id, isOpenedOrFilled: place.isOpenedOrFilled };
  });
  updateOpenPages(deps, { studyId, isOpenedOrFilled, userIds: [] });
  // The survey opens another tab than the one with My Studies, so that tab is updated too.
  deps.openPages.notifyChanged([userId, known.researcherId]);
  return { meaning, submission: await readSubmission(deps, deps.db, id) };
}

/** The code proves that the survey was completed. So if no one decides, even a very fast one is paid. */
async function addCode(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('project.submissions')
    .set({ outcome: 'CODE' })
    .where('submission_id', '=', id)
    .where('outcome', '=', 'NO_CODE')
    .execute();
}

async function updateSubmitted(trx: Trx, id: string, outcome: 'CODE' | 'LATE'): Promise<void> {
  await trx
    .updateTable('project.submissions')
    .set({ status: 'SUBMITTED', outcome, submitted_at: sql<Date>`now()` })
    .where('submission_id', '=', id)
    .execute();
}

/** Returns true if the study is now open or full. */
async function endStarted(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Trx,
  study: Study,
  { started, userId, meaning }: { started: Started; userId: string; meaning: CompletionMeaning },
): Promise<boolean> {
  const { applicationId, last } = started;
  if (meaning === 'COMPLETED') {
    await updateSubmitted(trx, last.id, 'CODE');
    await watchSurvey(deps, trx, study.id);
    return false;
  }
  if (meaning === 'NOT_ELIGIBLE') {
    const left = await withdrawFromStudy(deps, trx, study, { applicationId, applicantId: userId });
    return left?.isOpened ?? false;
  }
  await trx
    .updateTable('project.submissions')
    .set({ status: 'SCREENED_OUT', decided_at: sql<Date>`now()`, final_at: sql<Date>`now()` })
    .where('submission_id', '=', last.id)
    .execute();
  // The payable is written first, so that the released place and the used part of a place are counted
  // together.
  await writePayables(deps, trx, [applicationId]);
  return declineFinally(trx, study, {
    ...started,
    reason: 'SCREENED_OUT',
  });
}

/** Declines an applicant of an online study for good. Returns true if the study is now open. */
export async function declineFinally(
  trx: Trx,
  study: Study,
  {
    applicationId,
    applicationStatus,
    reason,
    researcherId: byUserId,
  }: Pick<LockedSubmission, 'applicationId' | 'applicationStatus' | 'researcherId'> & {
    reason: 'SCREENED_OUT' | 'REJECTED';
  },
): Promise<boolean> {
  const decision = { id: randomUUIDv7(), status: 'DECLINED', reason, byUserId } as const;
  await updateDecided(trx, [applicationId], { ...decision, from: ['ACCEPTED', 'PENDING'] });
  await updateNotifiedSteps(trx, [applicationId]);
  return applicationStatus === 'ACCEPTED' && changeTakenPlaces(trx, study, -1);
}

interface OwnStart {
  submissionId: string;
  participantId: string;
}

const updateOwnStart = (db: Db, { submissionId, participantId }: OwnStart) =>
  db
    .updateTable('project.submissions as submission')
    .where('submission.submission_id', '=', submissionId)
    .where('submission.participant_id', '=', participantId)
    .where('submission.status', '=', 'STARTED');

async function findOwnStart(db: Db, own: OwnStart, fail: Fail<'SUBMISSION_NOT_FOUND'>) {
  const row = await db
    .selectFrom('project.submissions as submission')
    .innerJoin('project.studies as study', 'study.study_id', 'submission.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['submission.study_id as studyId', 'submission.status', 'submission.outcome'])
    .select('project.creator_id as researcherId')
    .where('submission.submission_id', '=', own.submissionId)
    .where('submission.participant_id', '=', own.participantId)
    .executeTakeFirst();
  return row ?? fail('SUBMISSION_NOT_FOUND');
}

/** Only one of several calls changes the submission; the others return it. */
export async function finishWithoutCode(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: OwnStart & { note: string | undefined },
  fail: Fail<(typeof finishing)['errors'][number]>,
): Promise<OwnSubmission> {
  const { studyId, researcherId } = await findOwnStart(deps.db, own, fail);
  const isPaused = await transaction(deps.db, async (trx) => {
    await lockStudy(trx, studyId);
    const { numUpdatedRows } = await updateOwnStart(trx, own)
      .set({
        status: 'SUBMITTED',
        outcome: 'NO_CODE',
        submitted_at: sql<Date>`now()`,
        note: own.note || null,
      })
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return watchSurvey(deps, trx, studyId);
    const { status, outcome } = await findOwnStart(trx, own, fail);
    return status === 'SUBMITTED' && outcome === 'NO_CODE' ? false : fail('SUBMISSION_IS_OVER');
  });
  updateOpenPages(deps, { studyId, isOpenedOrFilled: isPaused, userIds: [] });
  deps.openPages.notifyChanged([researcherId]);
  return readSubmission(deps, deps.db, own.submissionId);
}

export async function extendSubmission(
  deps: Pick<Deps, 'db' | 'config'>,
  own: OwnStart,
  fail: Fail<(typeof extending)['errors'][number]>,
): Promise<OwnSubmission> {
  const { numUpdatedRows } = await updateOwnStart(deps.db, own)
    .where('submission.extended_at', 'is', null)
    .from('project.studies as study')
    .whereRef('study.study_id', '=', 'submission.study_id')
    .set({
      extended_at: sql<Date>`now()`,
      expires_at: sql<Date>`submission.expires_at
        + greatest(${LEAST_MINUTES}::int, 3 * study.minutes) * interval '1 minute'`,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const { status } = await findOwnStart(deps.db, own, fail);
    if (status !== 'STARTED') return fail('SUBMISSION_IS_OVER');
  }
  return readSubmission(deps, deps.db, own.submissionId);
}
