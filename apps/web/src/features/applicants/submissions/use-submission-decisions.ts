import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSingleCall } from '../../../api/use-single-call.ts';
import type {
  SubmissionOrder,
  SubmissionOutcome,
  sendSubmissionDecision,
} from './send-submission-decision.ts';

const DECIDING = ['decide-submissions'];

export type SubmissionDecisions = ReturnType<typeof useSubmissionDecisions>;

export function useSubmissionDecisions(
  studyId: string,
  parts: { sendSubmissionDecision: typeof sendSubmissionDecision } | undefined,
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
  // Before a rejection, the researcher must write a text.
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
