import type { closeBudget as contract } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { closed } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { endStudyMoney } from '../peers/ask-project.ts';
import { giveBack } from './give-back.ts';
import {
  closeOpen,
  findBudget,
  findReturnable,
  holdBudget,
  isJustPromised,
  listFundings,
} from './queries.ts';

/**
 * Owes the researcher what is left, once nobody can come to be owed any of it. A payment that waits for its participant
 * to mend their account stays owed to them.
 */
export async function closeBudget(
  deps: Deps,
  { studyId, researcherId }: { studyId: string; researcherId: string },
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<void> {
  const budget = await findBudget(deps.db, studyId);
  if (budget?.researcherId !== researcherId) return fail('BUDGET_NOT_FOUND');
  // The caller learns that the money has gone back, even if somebody waits for an answer again.
  if (budget.state === 'CLOSED') return;
  // A study that is gone has nobody left to pay.
  const study = await endStudyMoney(deps.callProject, studyId);
  if (study?.isOpen) return fail('BUDGET_IN_USE');
  await transaction(deps.db, async (trx) => {
    await holdBudget(trx, studyId);
    if (study?.isDraft && (await isJustPromised(trx, studyId))) return fail('BUDGET_IN_USE');
    const fundings = await listFundings(trx, studyId);
    if (fundings.some(({ state }) => ['CREATED', 'PROMPTED'].includes(state)))
      return fail('FUNDING_UNDER_WAY');
    const { available, promised, isUnderWay } = await findReturnable(trx, studyId);
    if (isUnderWay) return fail('BUDGET_IN_USE');
    if (!(await closeOpen(trx, studyId))) return;
    await post(trx, { kind: 'CLOSED', subject: studyId, postings: closed({ studyId, available, promised }) });
    await giveBack(deps, trx, { studyId, researcherId, pesewas: available + promised });
    await noteEvent(trx, 'BUDGET_CLOSED', { userId: researcherId, about: studyId });
  });
}
