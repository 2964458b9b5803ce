import type { closeBudget as contract } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { closed } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { endStudyMoney } from '../peers/ask-project.ts';
import type { Db } from '../schema.ts';
import { giveBack } from './give-back.ts';
import { closeOpen, findBudget, findReturnable, holdBudget, listFundings } from './queries.ts';

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
  await assertSettled(deps.db, studyId, fail);
  // A study that is gone has nobody left to pay.
  const study = await endStudyMoney(deps.callProject, studyId);
  if (study?.isOpen) return fail('BUDGET_IN_USE');
  await transaction(deps.db, async (trx) => {
    await holdBudget(trx, studyId);
    await assertSettled(trx, studyId, fail);
    const { available, promised, isUnderWay } = await findReturnable(trx, studyId);
    if (isUnderWay) return fail('BUDGET_IN_USE');
    if (!(await closeOpen(trx, studyId))) return;
    await post(trx, { kind: 'CLOSED', subject: studyId, postings: closed({ studyId, available, promised }) });
    await giveBack(deps, trx, { studyId, researcherId, pesewas: available + promised });
    await noteEvent(trx, 'BUDGET_CLOSED', { userId: researcherId, about: studyId });
  });
}

/** Checked before the project service is asked too: it keeps a draft from being published for ten minutes. */
async function assertSettled(db: Db, studyId: string, fail: Fail<'FUNDING_UNDER_WAY'>): Promise<void> {
  const fundings = await listFundings(db, studyId);
  if (fundings.some(({ state }) => ['CREATED', 'PROMPTED'].includes(state))) fail('FUNDING_UNDER_WAY');
}
