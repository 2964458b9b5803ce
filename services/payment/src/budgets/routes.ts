import * as contract from '@app/contracts/payment/budgets.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { closeBudget } from './close-budget.ts';
import { describeBudget } from './describe-budget.ts';
import { fundBudget, raiseBudget } from './fund-budget.ts';
import { submitPromptCode } from './prompt-funding.ts';
import { promisePlaces } from './promise-places.ts';
import { findBudget, findBudgetAndMoney, sumBudgets } from './queries.ts';
import { findOwnStudy, quoteBudget } from './quote-budget.ts';
import { missingPesewas } from './quote.ts';

export function budgetRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(contract.quoteBudget, async ({ body, viewer, fail }) =>
    quoteBudget(deps, { ...body, researcherId: viewer.userId }, fail),
  );

  route(contract.fundBudget, async ({ body, viewer, newId, fail }) => {
    const { studyId } = body;
    const researcherId = viewer.userId;
    const study = (await findOwnStudy(deps, studyId, researcherId)) ?? fail('STUDY_NOT_FOUND');
    // If the pay was changed after the quote, the quoted amount is wrong.
    if (study.incentiveInPesewas !== body.incentiveInPesewas) return fail('QUOTE_CHANGED');
    if (study.isClosed) return fail('STUDY_IS_CLOSED');
    await fundBudget(deps, { ...body, researcherId, fundingId: newId() }, fail);
    return (await describeBudget(db, { studyId, researcherId })) ?? fail('STUDY_NOT_FOUND');
  });

  route(contract.sumBudgets, ({ viewer }) => sumBudgets(db, viewer.userId));

  route(
    contract.readBudget,
    async ({ params, viewer, fail }) =>
      (await describeBudget(db, { ...params, researcherId: viewer.userId })) ?? fail('BUDGET_NOT_FOUND'),
  );

  route(contract.raiseBudget, async ({ params, body, viewer, newId, fail }) => {
    const own = { ...params, researcherId: viewer.userId };
    const budget = await findBudget(db, own.studyId);
    if (budget?.researcherId !== own.researcherId) return fail('BUDGET_NOT_FOUND');
    // In every state of the study, a closed budget accepts money for its payables.
    if (budget.state === 'OPEN') {
      const study = (await findOwnStudy(deps, own.studyId, own.researcherId)) ?? fail('STUDY_NOT_FOUND');
      if (study.incentiveInPesewas !== budget.incentiveInPesewas) return fail('BUDGET_EXISTS');
      // A closed study accepts money only while there are participants to pay.
      if (study.isClosed && !study.isOpen) return fail('STUDY_IS_CLOSED');
    }
    await raiseBudget(deps, { ...body, ...own, fundingId: newId() }, fail);
    return (await describeBudget(db, own)) ?? fail('BUDGET_NOT_FOUND');
  });

  route(contract.submitPromptCode, async ({ params, body, viewer, fail }) => {
    const own = { ...params, researcherId: viewer.userId };
    await submitPromptCode(deps, { ...own, ...body }, fail);
    return (await describeBudget(db, own)) ?? fail('BUDGET_NOT_FOUND');
  });

  route(contract.closeBudget, async ({ params, viewer, fail }) => {
    const own = { ...params, researcherId: viewer.userId };
    await closeBudget(deps, own, fail);
    return (await describeBudget(db, own)) ?? fail('BUDGET_NOT_FOUND');
  });

  route(contract.endBudget, async ({ params: { studyId }, fail }) => {
    const { researcherId } = (await findBudget(db, studyId)) ?? fail('BUDGET_NOT_FOUND');
    await closeBudget(deps, { studyId, researcherId }, fail);
  });

  route(contract.readCover, async ({ params, fail }) => {
    const budget = await findBudgetAndMoney(db, params.studyId);
    if (!budget) return fail('BUDGET_NOT_FOUND');
    if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    if (budget.isUnpaid) return fail('BUDGET_NOT_FOUND');
    const { incentiveInPesewas, places } = budget;
    return { incentiveInPesewas, places, missingInPesewas: missingPesewas(budget) };
  });

  route(contract.promisePlaces, async ({ params, body, fail }) =>
    promisePlaces(deps, { ...params, ...body }, fail),
  );
}
