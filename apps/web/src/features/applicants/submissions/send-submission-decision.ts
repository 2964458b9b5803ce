import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { MAX_DECIDED_SUBMISSIONS, type SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import { type SubmissionDecision, decideSubmissions } from '@app/contracts/project/submissions.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { changeLists, refetchCounts } from '../applicant-queries.ts';

export interface SubmissionOrder extends Partial<SubmissionDecision> {
  submissionIds: string[];
  decision: SubmissionDecision['decision'];
  /** If true, the focus moves to Undo. */
  isByKeyboard: boolean;
}

type Result = ReplyOf<typeof decideSubmissions>['results'][number];

export interface SubmissionOutcome {
  withoutPlace: number;
  failure?: unknown;
}

const REACHED: Record<SubmissionOrder['decision'], readonly SubmissionStatus[]> = {
  APPROVE: ['APPROVED'],
  REJECT: ['REJECTED', 'REJECTION_REQUESTED'],
  UNDO: ['SUBMITTED'],
};

/** Submissions are sent in parts. If one part fails, the earlier ones stay decided. */
export async function sendSubmissionDecision(
  client: QueryClient,
  studyId: string,
  order: SubmissionOrder,
): Promise<SubmissionOutcome> {
  const { submissionIds, isByKeyboard, ...decision } = order;
  const results: Result[] = [];
  let undoUntil: string | null = null;
  let failure: unknown;
  for (let at = 0; at < submissionIds.length && failure === undefined; at += MAX_DECIDED_SUBMISSIONS) {
    const body = { ...decision, submissionIds: submissionIds.slice(at, at + MAX_DECIDED_SUBMISSIONS) };
    try {
      const reply = await callProject(decideSubmissions, { params: { id: studyId }, body });
      results.push(...reply.results);
      undoUntil = reply.undoUntil;
    } catch (error) {
      failure = error;
    }
  }
  showResults(client, studyId, { ...order, undoUntil }, results);
  const reached = results.filter(({ status }) => status && REACHED[order.decision].includes(status));
  const undo: SubmissionOrder = {
    submissionIds: reached.map(({ submissionId }) => submissionId),
    decision: 'UNDO',
    isByKeyboard,
  };
  if (reached.length > 0)
    toast.success(describeReached(order.decision, reached), {
      ...(order.decision !== 'UNDO' && {
        action: {
          label: applicantWords.undo,
          onPress: () => void sendSubmissionDecision(client, studyId, undo),
          takesFocus: isByKeyboard,
        },
      }),
    });
  const missed = describeMissed(results.filter((one) => !reached.includes(one)));
  if (missed !== '') toast.info(missed);
  if (failure !== undefined) toastFailure(failure);
  const withoutPlace = results.filter(({ because }) => because === 'NO_PLACE_LEFT').length;
  return { withoutPlace, ...(failure !== undefined && { failure }) };
}

function describeReached(decision: SubmissionOrder['decision'], reached: readonly Result[]): string {
  if (decision === 'APPROVE') return words.approved(reached.length);
  if (decision === 'UNDO') return words.undone(reached.length);
  const requested = reached.filter(({ status }) => status === 'REJECTION_REQUESTED').length;
  const rejected = reached.length - requested;
  return [rejected > 0 && words.rejected(rejected), requested > 0 && words.requestedCount(requested)]
    .filter(Boolean)
    .join('. ');
}

/** A banner in the list shows which decisions came too late. */
const describeMissed = (missed: readonly Result[]) =>
  (['NOT_FOUND', 'NOT_SUBMITTED', 'IS_FINAL'] as const)
    .map((because) => [because, missed.filter((one) => one.because === because).length] as const)
    .flatMap(([because, count]) => (count > 0 ? [words.undecidedBecause[because](count)] : []))
    .join('. ');

/** Rows keep their position, so that no row moves under the pointer. */
function showResults(
  client: QueryClient,
  studyId: string,
  { undoUntil, reason, note = '' }: SubmissionOrder & { undoUntil: string | null },
  results: readonly Result[],
): void {
  const byId = new Map(results.map((one) => [one.submissionId, one]));
  const change = (row: Applicant): Applicant => {
    const { submission } = row;
    const result = submission && byId.get(submission.id);
    if (!submission || !result?.status) return row;
    const { status, because } = result;
    const rejection = reason ? { reason, note } : null;
    const decided = because === null ? { status, undoUntil, rejection } : { status };
    return { ...row, submission: { ...submission, ...decided } };
  };
  changeLists(client, studyId, (loaded) => ({
    ...loaded,
    pages: loaded.pages.map((page) => ({ ...page, content: page.content.map(change) })),
  }));
  refetchCounts(client, studyId);
}
