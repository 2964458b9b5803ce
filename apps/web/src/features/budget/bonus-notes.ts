import type { Budget } from '@app/contracts/payment/budgets.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';

/** A card payment leaves this page and returns to the same tab. */
const KEY = 'bonusesToGive';

export interface BonusToGive {
  studyId: string;
  applicationId: string;
  cedis: number;
}

export interface NotedBonus extends BonusToGive {
  fundingId: string;
}

function readNotes(storage: Storage): NotedBonus[] {
  const stored = readDraft(KEY, storage);
  return Array.isArray(stored) ? (stored as NotedBonus[]) : [];
}

const notesOfOthers = (applicationId: string, storage: Storage) =>
  readNotes(storage).filter((note) => note.applicationId !== applicationId);

export function noteBonus(
  { studyId, applicationId, cedis }: BonusToGive,
  budget: Budget,
  storage = sessionStorage,
): void {
  const funding = budget.fundings.findLast(({ isForBonus }) => isForBonus);
  if (!funding) return;
  const note: NotedBonus = { studyId, applicationId, cedis, fundingId: funding.id };
  writeDraft(KEY, [...notesOfOthers(applicationId, storage), note], storage);
}

export const forgetBonus = (applicationId: string, storage = sessionStorage): void =>
  writeDraft(KEY, notesOfOthers(applicationId, storage), storage);

export const sendingFee = ({ quote: { payoutFeesInPesewas, places } }: Budget): number =>
  payoutFeesInPesewas / places;

/** The bonus's own payment has arrived, and the budget still holds the money. */
export function paidInBonus(budget: Budget, storage = sessionStorage): NotedBonus | undefined {
  const { studyId, state, fundings, availableInPesewas } = budget;
  if (state !== 'OPEN') return undefined;
  const hasCome = (fundingId: string) =>
    fundings.some((funding) => funding.id === fundingId && funding.state === 'SUCCEEDED');
  return readNotes(storage).find(
    (note) =>
      note.studyId === studyId &&
      hasCome(note.fundingId) &&
      availableInPesewas >= note.cedis * 100 + sendingFee(budget),
  );
}
