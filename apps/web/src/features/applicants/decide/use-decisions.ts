import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant, Decision, decideApplicants } from '@app/contracts/project/applicants.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { wordsOf } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { toast } from '../../../ui/toast.ts';
import { nameOf } from '../name-of.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { MAX_DECIDED, UNDECIDED_BECAUSE } from '@app/contracts/project/application-choices.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';

export type Verdict = Omit<Decision, 'applicationIds'>;
type Reply = ReplyOf<typeof decideApplicants>;
export type Outcome = Pick<Reply, 'decided' | 'undecided'>;

// Of a list of its own: all signed-in pages load those of the contracts.
const MARKED: readonly BookingState[] = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY'];

/** Who was met is neither declined nor taken back. */
export const isMarked = ({ meeting }: Pick<Applicant, 'meeting'>) =>
  MARKED.some((state) => state === meeting?.state);

/** What can be done with an application as it stands. */
export function canBecome(row: Pick<Applicant, 'status' | 'meeting'>, status: Verdict['status']): boolean {
  if (status === 'PENDING') return row.status === 'DECLINED' || (row.status === 'ACCEPTED' && !isMarked(row));
  return row.status === 'PENDING' && (status === 'ACCEPTED' || !isMarked(row));
}

/** Nobody decides on who has withdrawn, or takes back whom they have met. */
export const canBeDecided = (row: Pick<Applicant, 'status' | 'meeting'>) =>
  canBecome(row, 'ACCEPTED') || canBecome(row, 'PENDING');

/** The people to whom it can be done; the others are named beforehand and not sent. */
export const decidable = (rows: readonly Applicant[], status: Verdict['status']): string[] =>
  rows.filter((row) => canBecome(row, status)).map(({ id }) => id);

/** Who is not accepted with many others unasked. */
export const isInDoubt = ({ status, isQualified, sharesNumber }: Applicant) =>
  status === 'PENDING' && (!isQualified || sharesNumber);

/** In as many calls as it takes, one after the other; what was decided before one failed is decided. */
export async function decideAll(
  ids: readonly string[],
  send: (batch: string[]) => Promise<Outcome>,
): Promise<Outcome & { failure?: unknown }> {
  const all: Outcome = { decided: [], undecided: [] };
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

/** What the rows show: the decision, or for those it did not reach, what the server said they are. */
export function changesBy(
  { decided, undecided }: Outcome,
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

/** How many were not decided on, and why, each reason once. */
export function reasonsOf(undecided: Outcome['undecided']): string[] {
  return UNDECIDED_BECAUSE.flatMap((because) => {
    const count = undecided.filter((one) => one.because === because).length;
    return count === 0 ? [] : [words.undecidedBecause[because](count)];
  });
}

/** With the forms' part of the app, which the list alone does not need. */
export const loadSending = () => import('./send-decision.ts');
const send = async (...given: Parameters<Awaited<ReturnType<typeof loadSending>>['sendDecision']>) =>
  (await loadSending()).sendDecision(...given);

const DECIDING = ['decide-applicants'];
const nobody: readonly string[] = [];

export interface Order {
  ids: string[];
  verdict: Verdict;
  /** No pointer has pressed the button (its click counts no presses): the focus goes on to Undo. */
  isByKeyboard: boolean;
}

/** The applicants that a decision did not reach, until the notice is dismissed or another decision is made. */
export interface Unreached {
  status: Verdict['status'];
  undecided: Outcome['undecided'];
}

/** Until the applicants are notified it is as if nothing had happened. Where it fails, it can be tried again. */
async function undo(client: QueryClient, studyId: string, ids: string[], takesFocus: boolean): Promise<void> {
  const { decided, undecided, failure } = await send(client, studyId, ids, { status: 'PENDING' });
  if (decided.length > 0) toast.success(words.decided.PENDING(decided.length));
  if (undecided.length > 0) toast.info(words.undecidedTitle.PENDING(undecided.length));
  if (failure === undefined) return;
  const left = ids.slice(decided.length + undecided.length);
  const onPress = () => void undo(client, studyId, left, takesFocus);
  toast.error(wordsOf(failure), { action: { label: words.tryAgain, onPress, takesFocus } });
}

/** Accepts, declines and takes back. No optimistic update: places are few, so a decision shows once the server has made it. */
export function useDecisions(
  studyId: string,
  rows: readonly Applicant[],
  onDecided: (outcome: Outcome & { failure?: unknown }, order: Order) => void,
) {
  const client = useQueryClient();
  const [unreached, setUnreached] = useState<Unreached>();
  const { mutate, isPending, variables } = useSingleCall<Awaited<ReturnType<typeof send>>, Order>(DECIDING, {
    mutationFn: ({ ids, verdict }) => send(client, studyId, ids, verdict),
    onSuccess(outcome, order) {
      const { decided, undecided, failure } = outcome;
      const { status } = order.verdict;
      setUnreached(undecided.length === 0 ? undefined : { status, undecided });
      onDecided(outcome, order);
      if (failure !== undefined) toastFailure(failure);
      if (decided.length === 0) return;
      const one = rows.find(({ id }) => id === decided[0]);
      const text = words.decided[status](decided.length, one ? nameOf(one) : words.nameless);
      if (status === 'PENDING') return toast.success(text);
      const takesFocus = order.isByKeyboard;
      const onPress = () => void undo(client, studyId, decided, takesFocus);
      toast.success(text, { action: { label: words.undo, onPress, takesFocus } });
    },
  });
  const decide = useCallback((order: Order) => (order.ids.length > 0 ? mutate(order) : undefined), [mutate]);
  return {
    decide,
    isDeciding: isPending,
    /** On whom, while it is under way. */
    deciding: (isPending && variables?.ids) || nobody,
    unreached,
    dismiss: () => setUnreached(undefined),
  };
}
