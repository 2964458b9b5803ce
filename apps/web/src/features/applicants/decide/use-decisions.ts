import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { failureMessage } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { toast } from '../../../ui/toast.ts';
import { applicantName } from '../applicant-name.ts';
import { type DecisionOutcome, type Verdict, undecidedReasons } from './decision-rules.ts';

export const loadSending = () => import('./send-decision.ts');
const send = async (...given: Parameters<Awaited<ReturnType<typeof loadSending>>['sendDecision']>) =>
  (await loadSending()).sendDecision(...given);

const DECIDING = ['decide-applicants'];
const noIds: readonly string[] = [];

export interface Order {
  ids: string[];
  verdict: Verdict;
  /** If true, the focus moves to Undo. */
  isByKeyboard: boolean;
}

export interface Unreached {
  status: Verdict['status'];
  undecided: DecisionOutcome['undecided'];
}

async function undo(client: QueryClient, studyId: string, ids: string[], takesFocus: boolean): Promise<void> {
  const { decided, undecided, failure } = await send(client, studyId, ids, { status: 'PENDING' });
  if (decided.length > 0) toast.success(words.decided.PENDING(decided.length));
  if (undecided.length > 0)
    toast.info(
      `${words.undecidedTitle.PENDING(undecided.length)}: ${undecidedReasons(undecided).join('; ')}`,
    );
  if (failure === undefined) return;
  const left = ids.slice(decided.length + undecided.length);
  const onPress = () => void undo(client, studyId, left, takesFocus);
  toast.error(failureMessage(failure), { action: { label: words.tryAgain, onPress, takesFocus } });
}

/** Places are few, so a decision is shown only after the server has accepted it. */
export function useDecisions(
  studyId: string,
  rows: readonly Applicant[],
  onDecided: (outcome: DecisionOutcome & { failure?: unknown }, order: Order) => void,
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
      const text = words.decided[status](decided.length, one ? applicantName(one) : words.nameless);
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
    deciding: (isPending && variables?.ids) || noIds,
    unreached,
    dismiss: () => setUnreached(undefined),
  };
}
