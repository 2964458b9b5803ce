import type { SubmissionDecision } from '@app/contracts/project/submissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSingleCall } from '../../../api/use-single-call.ts';
import type { SubmissionOutcome } from './send-submission-decision.ts';

export interface SubmissionOrder extends Partial<SubmissionDecision> {
  submissionIds: string[];
  decision: SubmissionDecision['decision'];
  /** True for a click by keyboard, after which the focus moves to Undo. */
  isByKeyboard: boolean;
}

/** Only online studies load these parts, and before their list, so that no row grows later. */
export const loadSubmissionParts = () => import('./submission-parts.ts');
type Parts = Awaited<ReturnType<typeof loadSubmissionParts>>;

const DECIDING = ['decide-submissions'];

export type SubmissionDecisions = ReturnType<typeof useSubmissionDecisions>;

export function useSubmissionDecisions(
  studyId: string,
  parts: Parts | undefined,
  onDecided: (order: SubmissionOrder) => void,
) {
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState<SubmissionOrder>();
  const [isComparing, setIsComparing] = useState(false);
  const { mutate, isPending, variables, data, reset } = useSingleCall<
    SubmissionOutcome | undefined,
    SubmissionOrder
  >(DECIDING, {
    mutationFn: async (order) => parts?.sendSubmissionDecision(client, studyId, order),
    onSuccess(outcome, order) {
      if (outcome?.failure === undefined) {
        setRejecting(undefined);
        setIsComparing(false);
      }
      onDecided(order);
    },
  });
  // A rejection needs a text first.
  const request = useCallback(
    (order: SubmissionOrder) =>
      order.decision === 'REJECT' && order.note === undefined ? setRejecting(order) : mutate(order),
    [mutate],
  );
  return {
    request,
    isPending,
    deciding: isPending ? variables?.submissionIds : undefined,
    rejecting,
    stopRejecting: () => setRejecting(undefined),
    isComparing,
    setIsComparing,
    withoutPlace: data?.withoutPlace ?? 0,
    dismiss: reset,
  };
}
