import { randomUUIDv7 } from 'node:crypto';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import {
  REJECTED_SHARE_WITHOUT_ADMIN,
  REJECTIONS_WITHOUT_ADMIN,
  type SubmissionStatus,
} from '@app/contracts/project/submission-choices.ts';
import type {
  SubmissionDecision,
  decideSubmissions as endpoint,
} from '@app/contracts/project/submissions.ts';
import { anyOfIds, readClock, transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { type Transaction, sql } from 'kysely';
import { updateNotifiedSteps, updateOpenPages } from '../applications/notify-of-decision.ts';
import { updateDecided } from '../applications/write-decision.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { writePayables } from '../payables/write-payables.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { changeTakenPlaces } from '../studies/accepted-places.ts';
import { lockOwnStudy, lockStudy } from '../studies/locks.ts';
import { reservePlace } from './start-submission.ts';

type Result = ReplyOf<typeof endpoint>['results'][number];
type Locked = Awaited<ReturnType<typeof lockSubmissions>>[number];

/**
 * Applications are always locked in the same order. So a payment that was sent is not undone.
 */
const lockSubmissions = (trx: Db, studyId: string, submissionIds: readonly string[]) =>
  trx
    .selectFrom('project.applications as application')
    .innerJoin('project.submissions as submission', 'submission.application_id', 'application.application_id')
    .select([
      'submission.submission_id as id',
      'submission.application_id as applicationId',
      'submission.participant_id as participantId',
      'submission.status',
      'submission.outcome',
      'submission.final_at as finalAt',
      'application.status as applicationStatus',
    ])
    .where('submission.study_id', '=', studyId)
    .where('submission.submission_id', '=', anyOfIds(submissionIds))
    .orderBy('application.application_id')
    .forUpdate(['application', 'submission'])
    .execute();

/** If a rejection is above both limits, it waits for an admin. */
async function countDecided(trx: Db, studyId: string): Promise<{ decided: number; rejected: number }> {
  const { rows } = await sql<{ decided: number; rejected: number }>`
    select count(*)::int as decided, (count(*) filter (where status <> 'APPROVED'))::int as rejected
    from project.submissions
    where study_id = ${studyId} and status in ('APPROVED', 'REJECTED', 'REJECTION_REQUESTED')`.execute(trx);
  return rows[0] ?? { decided: 0, rejected: 0 };
}

const needsAdmin = ({ decided, rejected }: { decided: number; rejected: number }) =>
  rejected > REJECTIONS_WITHOUT_ADMIN && rejected > decided * REJECTED_SHARE_WITHOUT_ADMIN;

export async function decideSubmissions(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { studyId: string; userId: string },
  decision: SubmissionDecision,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  const ids = [...new Set(decision.submissionIds)];
  const undoSeconds = deps.config.ATTENDANCE_UNDO_SECONDS;
  const { userIds, isOpenedOrFilled, ...reply } = await transaction(deps.db, async (trx) => {
    const study = await lockOwnStudy(trx, own);
    if (!study) return fail('STUDY_NOT_FOUND');
    const locked = new Map((await lockSubmissions(trx, own.studyId, ids)).map((one) => [one.id, one]));
    const now = await readClock(trx);
    const counts = await countDecided(trx, own.studyId);
    const changed: (Locked & { newStatus: SubmissionStatus })[] = [];
    const decided: Result[] = [];
    let hasOpenedOrFilled = false;
    for (const submissionId of ids) {
      const submission = locked.get(submissionId);
      const refused = refusal(submission, decision.decision, now);
      if (!submission || refused) {
        decided.push({ submissionId, status: submission?.status ?? null, because: refused ?? 'NOT_FOUND' });
        continue;
      }
      // A late code has no place, so it can be approved only if a place is free or added. Places are read
      // again each time, because earlier approvals of this call have used some.
      if (decision.decision === 'APPROVE' && submission.outcome === 'LATE') {
        const current = await lockStudy(trx, own.studyId);
        const place = await reservePlace(trx, current, { ...submission, researcherId: own.userId });
        hasOpenedOrFilled ||= place.isOpenedOrFilled;
        if (!place.isTaken) {
          decided.push({ submissionId, status: submission.status, because: 'NO_PLACE_LEFT' });
          continue;
        }
      }
      const status = statusAfter(decision.decision, counts);
      changed.push({ ...submission, newStatus: status });
      decided.push({ submissionId, status, because: null });
    }
    for (const [status, alike] of Map.groupBy(changed, ({ newStatus }) => newStatus))
      await updateDecision(
        trx,
        alike.map(({ id }) => id),
        status,
        { ...decision, userId: own.userId, undoSeconds },
      );
    await writePayables(
      deps,
      trx,
      changed.map(({ applicationId }) => applicationId),
    );
    if (decision.decision === 'UNDO')
      hasOpenedOrFilled = await releasePlaces(trx, study, { ...own, undone: changed });
    if (changed.length > 0)
      await recordEvent(trx, 'SUBMISSIONS_DECIDED', { userId: own.userId, about: own.studyId });
    const finalAt = new Date(now.getTime() + undoSeconds * 1000).toISOString();
    return {
      results: decided,
      undoUntil: decision.decision === 'UNDO' ? null : finalAt,
      userIds: changed.map(({ participantId }) => participantId),
      isOpenedOrFilled: hasOpenedOrFilled,
    };
  });
  updateOpenPages(deps, { studyId: own.studyId, isOpenedOrFilled, userIds: [] });
  deps.openPages.notifyChanged(userIds);
  return reply;
}

function refusal(
  submission: Locked | undefined,
  decision: SubmissionDecision['decision'],
  now: Date,
): Result['because'] | undefined {
  if (!submission) return 'NOT_FOUND';
  if (decision !== 'UNDO') return submission.status === 'SUBMITTED' ? undefined : 'NOT_SUBMITTED';
  if (!['APPROVED', 'REJECTED', 'REJECTION_REQUESTED'].includes(submission.status)) return 'NOT_SUBMITTED';
  return submission.finalAt && submission.finalAt > now ? undefined : 'IS_FINAL';
}

/** Counts the decision, so that it counts for the next rejection of this call. */
function statusAfter(
  decision: SubmissionDecision['decision'],
  counts: { decided: number; rejected: number },
): 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'REJECTION_REQUESTED' {
  if (decision === 'UNDO') return 'SUBMITTED';
  counts.decided += 1;
  if (decision === 'APPROVE') return 'APPROVED';
  const status = needsAdmin(counts) ? 'REJECTION_REQUESTED' : 'REJECTED';
  counts.rejected += 1;
  return status;
}

/** A late code got its place only by the approval. So an undo releases the place. */
async function releasePlaces(
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof lockStudy>>,
  { userId: byUserId, undone }: { userId: string; undone: readonly Locked[] },
): Promise<boolean> {
  const ids = undone
    .filter(({ outcome, applicationStatus }) => outcome === 'LATE' && applicationStatus === 'ACCEPTED')
    .map(({ applicationId }) => applicationId);
  if (ids.length === 0) return false;
  await updateDecided(trx, ids, { id: randomUUIDv7(), status: 'PENDING', byUserId });
  await updateNotifiedSteps(trx, ids);
  return changeTakenPlaces(trx, study, -ids.length);
}

async function updateDecision(
  trx: Transaction<ProjectTables>,
  submissionIds: readonly string[],
  status: SubmissionStatus,
  {
    decision,
    reason,
    note,
    userId,
    undoSeconds,
  }: SubmissionDecision & { userId: string; undoSeconds: number },
): Promise<void> {
  const isUndone = decision === 'UNDO';
  await trx
    .updateTable('project.submissions')
    .set({
      status,
      decided_by: isUndone ? null : userId,
      decided_at: isUndone ? null : sql<Date>`now()`,
      final_at: isUndone ? null : sql<Date>`now() + ${undoSeconds}::int * interval '1 second'`,
      rejection_reason: reason ?? null,
      rejection_note: note ?? null,
    })
    .where('submission_id', '=', anyOfIds(submissionIds))
    .execute();
}
