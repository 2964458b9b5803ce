import type { Budget } from '@app/contracts/payment/budgets.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';

/** In sessionStorage: a card is paid on a page of its own, which leads back into this tab. */
const KEY = 'bonusesToGive';

/** A bonus that money is to be paid in for. */
export interface BonusToGive {
  studyId: string;
  applicationId: string;
  cedis: number;
}

/** A bonus whose payment was asked for. */
export interface NotedBonus extends BonusToGive {
  fundingId: string;
}

function readNotes(storage: Storage): NotedBonus[] {
  const stored = readDraft(KEY, storage);
  return Array.isArray(stored) ? (stored as NotedBonus[]) : [];
}

const notesOfOthers = (applicationId: string, storage: Storage) =>
  readNotes(storage).filter((note) => note.applicationId !== applicationId);

/** Once its payment is asked for; `budget` is what the asking gave back. */
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

/** Given, or put away. */
export const forgetBonus = (applicationId: string, storage = sessionStorage): void =>
  writeDraft(KEY, notesOfOthers(applicationId, storage), storage);

/** What sending one payment costs. */
export const sendingFee = ({ quote: { payoutFeesInPesewas, places } }: Budget): number =>
  payoutFeesInPesewas / places;

/** The first bonus of the study whose own payment has come in, while the money is still there. */
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
