import type { Budget } from '@app/contracts/payment/budgets.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';

/** A payment by card leaves this page and returns to the same tab. */
const KEY = 'bonusesToGive';

export interface BonusToGive {
  studyId: string;
  applicationId: string;
  participantCode: string;
  cedis: number;
}

export interface PendingBonus extends BonusToGive {
  fundingId: string;
}

function readPendingBonuses(storage: Storage): PendingBonus[] {
  const stored = readDraft(KEY, storage);
  return Array.isArray(stored) ? (stored as PendingBonus[]) : [];
}

const pendingBonusesOfOthers = (applicationId: string, storage: Storage) =>
  readPendingBonuses(storage).filter((bonus) => bonus.applicationId !== applicationId);

export function savePendingBonus(bonus: BonusToGive, budget: Budget, storage = sessionStorage): void {
  const funding = budget.fundings.findLast(({ isForBonus }) => isForBonus);
  if (!funding) return;
  const pending: PendingBonus = { ...bonus, fundingId: funding.id };
  writeDraft(KEY, [...pendingBonusesOfOthers(bonus.applicationId, storage), pending], storage);
}

export const deletePendingBonus = (applicationId: string, storage = sessionStorage): void =>
  writeDraft(KEY, pendingBonusesOfOthers(applicationId, storage), storage);

export const sendingFee = ({ quote: { payoutFeesInPesewas, places } }: Budget): number =>
  payoutFeesInPesewas / places;

/** Returns the bonus for which the researcher has paid, if the budget still has enough for it. */
export function paidInBonus(budget: Budget, storage = sessionStorage): PendingBonus | undefined {
  const { studyId, state, fundings, availableInPesewas } = budget;
  if (state !== 'OPEN') return undefined;
  const hasCome = (fundingId: string) =>
    fundings.some((funding) => funding.id === fundingId && funding.state === 'SUCCEEDED');
  return readPendingBonuses(storage).find(
    (bonus) =>
      bonus.studyId === studyId &&
      hasCome(bonus.fundingId) &&
      availableInPesewas >= bonus.cedis * 100 + sendingFee(budget),
  );
}
