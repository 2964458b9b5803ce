import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { MAX_DECIDED, UNDECIDED_BECAUSE } from '@app/contracts/project/application-choices.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import type { Applicant, Decision, decideApplicants } from '@app/contracts/project/applicants.ts';
import { serverNow } from '../../../api/server-clock.ts';

export type Verdict = Omit<Decision, 'applicationIds'>;
type Reply = ReplyOf<typeof decideApplicants>;
export type DecisionOutcome = Pick<Reply, 'decided' | 'undecided'>;

// If this were imported from the contract, every signed-in page would load its schemas.
const MARKED: readonly BookingState[] = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY'];

export const isMarked = ({ meeting }: Pick<Applicant, 'meeting'>) =>
  MARKED.some((state) => state === meeting?.state);

type Decided = Pick<Applicant, 'status' | 'meeting' | 'submission'>;

/** Until the survey ends, only a decision about the survey changes the application. */
export const hasSurvey = ({ submission }: Decided) =>
  submission !== undefined && submission.status !== 'TIMED_OUT' && submission.status !== 'RETURNED';

export function canSetStatus(row: Decided, status: Verdict['status']): boolean {
  if (hasSurvey(row)) return false;
  if (status === 'PENDING') return row.status === 'DECLINED' || (row.status === 'ACCEPTED' && !isMarked(row));
  return row.status === 'PENDING' && (status === 'ACCEPTED' || !isMarked(row));
}

export const isSubmitted = ({ submission }: Decided) => submission?.status === 'SUBMITTED';

export const canBeUndone = ({ submission }: Decided) =>
  typeof submission?.undoUntil === 'string' && Date.parse(submission.undoUntil) > serverNow();

export const canBeDecided = (row: Decided) =>
  canSetStatus(row, 'ACCEPTED') || canSetStatus(row, 'PENDING') || isSubmitted(row) || canBeUndone(row);

export const decidable = (rows: readonly Applicant[], status: Verdict['status']): string[] =>
  rows.filter((row) => canSetStatus(row, status)).map(({ id }) => id);

/** If one of several applicants needs a closer look, the researcher must confirm. */
export const needsReview = ({ status, isQualified, sharesNumber }: Applicant) =>
  status === 'PENDING' && (!isQualified || sharesNumber);

/** Applicants are sent in parts. If one part fails, the earlier ones stay decided. */
export async function decideAll(
  ids: readonly string[],
  send: (batch: string[]) => Promise<DecisionOutcome>,
): Promise<DecisionOutcome & { failure?: unknown }> {
  const all: DecisionOutcome = { decided: [], undecided: [] };
  for (let at = 0; at < ids.length; at += MAX_DECIDED) {
    try {
      const part = await send(ids.slice(at, at + MAX_DECIDED));
      all.decided.push(...part.decided);
      all.undecided.push(...part.undecided);
    } catch (failure) {
      return { ...all, failure };
    }
  }
  return all;
}

type Status = Applicant['status'];
const known: Partial<Record<string, Status>> = {
  IS_PENDING: 'PENDING',
  IS_ACCEPTED: 'ACCEPTED',
  IS_DECLINED: 'DECLINED',
  IS_WITHDRAWN: 'WITHDRAWN',
};

export function rowUpdatesAfterDecision(
  { decided, undecided }: DecisionOutcome,
  { status, reason, note }: Verdict,
  at: string,
): Map<string, (row: Applicant) => Applicant> {
  const step = { status, at, by: 'RESEARCHER', reason: reason ?? null, note: note || null } as const;
  const changes = new Map<string, (row: Applicant) => Applicant>();
  for (const id of decided) changes.set(id, (row) => ({ ...row, status, history: [...row.history, step] }));
  for (const { applicationId, because } of undecided) {
    const is = known[because];
    if (is !== undefined) changes.set(applicationId, (row) => ({ ...row, status: is }));
  }
  return changes;
}

export function undecidedReasons(undecided: DecisionOutcome['undecided']): string[] {
  return UNDECIDED_BECAUSE.flatMap((because) => {
    const count = undecided.filter((one) => one.because === because).length;
    return count === 0 ? [] : [words.undecidedBecause[because](count)];
  });
}
