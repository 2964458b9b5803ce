import { type Budget, readBudget } from '@app/contracts/payment/budgets.ts';
import { useQuery } from '@tanstack/react-query';
import { CallFailed } from '../../api/failure.ts';
import { callPayment } from '../../api/call-payment.ts';
import { budgetKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';

const WHILE_PROMPTED_MS = 2_000;
const WHILE_MOVING_MS = 15_000;

export const isPrompted = ({ fundings }: Budget) =>
  fundings.some(({ state }) => state === 'CREATED' || state === 'PROMPTED');
const isMoving = ({ fundings, onItsWayInPesewas }: Budget) =>
  onItsWayInPesewas > 0 || fundings.some(({ state }) => state === 'EXPIRED' || state === 'UNKNOWN');

/** Null if the study has no budget. If it cannot have one, nothing is read. */
export function useBudget(studyId: string, mayHaveOne: boolean) {
  const queryKey = budgetKeys.one(studyId);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: async ({ signal }): Promise<Budget | null> => {
      try {
        return await callPayment(readBudget, { params: { studyId } }, signal);
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'BUDGET_NOT_FOUND') return null;
        throw error;
      }
    },
    enabled: mayHaveOne,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (isPrompted(data)) return WHILE_PROMPTED_MS;
      return isMoving(data) && WHILE_MOVING_MS;
    },
  });
}
