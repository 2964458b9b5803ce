import * as contract from '@app/contracts/payment/budgets.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { readStudyMoney } from '../project-peer.ts';
import { closeBudget } from './close-budget.ts';
import { describeBudget } from './describe-budget.ts';
import { fundBudget, raiseBudget, currentFeeTerms } from './fund-budget.ts';
import { submitPromptCode } from './prompt-funding.ts';
import { promisePlaces } from './promise-places.ts';
import {
  countUnfunded,
  findBudget,
  findBudgetAndMoney,
  findUsedPhone,
  listFundings,
  sumBudgets,
} from './queries.ts';
import { missingPesewas, calculateQuote, quoteOfBonus, quoteOfUnfunded } from './quote.ts';

export function budgetRoutes(route: Route, deps: Deps): void {
  const { db } = deps;
  /** The scheduled job refunds a deleted study only once, so a new budget would stay. */
  const findOwnStudy = async (studyId: string, userId: string) => {
    const study = await readStudyMoney(deps.callProject, studyId);
    return study?.researcherId === userId && !study.isDeleted ? study : undefined;
  };
  const findLastUsed = async (researcherId: string) => {
    const last = await findUsedPhone(db, researcherId);
    if (!last) return null;
    const { phoneNumber, ...payment } = last;
    return { ...payment, walletHint: maskedPhoneNumber(phoneNumber) };
  };

  route(contract.quoteBudget, async ({ body, viewer, fail }) => {
    const { studyId, incentiveInPesewas, places, bonusInPesewas } = body;
    if (!(await findOwnStudy(studyId, viewer.userId))) return fail('STUDY_NOT_FOUND');
    const budget = await findBudgetAndMoney(db, studyId);
    const fundings = await listFundings(db, studyId);
    const more = {
      paidInPesewas: fundings.reduce((sum, { receivedInPesewas }) => sum + (receivedInPesewas ?? 0), 0),
      lastUsed: await findLastUsed(viewer.userId),
    };
    if (bonusInPesewas !== undefined) {
      if (!budget) return fail('BUDGET_NOT_FOUND');
      if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
      return { ...quoteOfBonus(budget, bonusInPesewas), ...more };
    }
    if (!budget || budget.isUnpaid) {
      const plan = { incentiveInPesewas, places, promisedPlaces: 0, availableInPesewas: 0 };
      return { ...calculateQuote({ ...plan, ...currentFeeTerms(deps) }), ...more };
    }
    const unfunded = await countUnfunded(db, studyId);
    if (unfunded > 0) return { ...quoteOfUnfunded(budget, unfunded), ...more };
    if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    if (budget.incentiveInPesewas !== incentiveInPesewas) return fail('BUDGET_EXISTS');
    return { ...calculateQuote({ ...budget, places: Math.max(places, budget.minimumPlaces) }), ...more };
  });

  route(contract.fundBudget, async ({ body, viewer, newId, fail }) => {
    const { studyId } = body;
    const researcherId = viewer.userId;
    const study = (await findOwnStudy(studyId, researcherId)) ?? fail('STUDY_NOT_FOUND');
    // The draft has changed since, so this budget could not publish it.
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
    // A closed budget accepts what it owes, whatever happened to the study.
    if (budget.state === 'OPEN') {
      const study = (await findOwnStudy(own.studyId, own.researcherId)) ?? fail('STUDY_NOT_FOUND');
      if (study.incentiveInPesewas !== budget.incentiveInPesewas) return fail('BUDGET_EXISTS');
      // A closed study may still owe money.
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

  route(contract.promisePlaces, async ({ params, body, fail }) => ({
    promisedPlaces: await promisePlaces(deps, { ...params, ...body }, fail),
  }));
}
