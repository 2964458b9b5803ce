import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { quoteBudget as endpoint } from '@app/contracts/payment/budgets.ts';
import { usedPlaces } from '@app/contracts/payment/amounts.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { readStudyMoney } from '../project-peer.ts';
import { currentFeeTerms } from './fund-budget.ts';
import { countUnfundedPayouts, findBudgetAndMoney, findUsedPhone, listFundings } from './queries.ts';
import { calculateQuote, quoteOfBonus, quoteOfUnfunded } from './quote.ts';

/**
 * A deleted study is refused, because its budget is refunded only once, by a scheduled job. A new budget
 * would never be refunded.
 */
export async function findOwnStudy(deps: Deps, studyId: string, userId: string) {
  const study = await readStudyMoney(deps.callProject, studyId);
  return study?.researcherId === userId && !study.isDeleted ? study : undefined;
}

export async function quoteBudget(
  deps: Deps,
  request: BodyOf<typeof endpoint> & { researcherId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
) {
  const { db } = deps;
  const { studyId, incentiveInPesewas, places, bonusInPesewas, screenOutInPesewas, researcherId } = request;
  if (!(await findOwnStudy(deps, studyId, researcherId))) return fail('STUDY_NOT_FOUND');
  const budget = await findBudgetAndMoney(db, studyId);
  const fundings = await listFundings(db, studyId);
  const more = {
    paidInPesewas: fundings.reduce((sum, { receivedInPesewas }) => sum + (receivedInPesewas ?? 0), 0),
    lastUsed: await findLastUsedPhone(deps, researcherId),
  };
  if (bonusInPesewas !== undefined) {
    if (!budget) return fail('BUDGET_NOT_FOUND');
    if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    return { ...quoteOfBonus(budget, bonusInPesewas), ...more };
  }
  if (!budget || budget.isUnpaid) {
    const plan = { incentiveInPesewas, places, promisedPlaces: 0, availableInPesewas: 0 };
    const fees = currentFeeTerms(deps);
    const example = exampleOfScreenOuts({ incentiveInPesewas, ...fees }, screenOutInPesewas);
    return { ...calculateQuote({ ...plan, ...fees }), ...more, ...example };
  }
  const unfunded = await countUnfundedPayouts(db, studyId);
  if (unfunded > 0) return { ...quoteOfUnfunded(budget, unfunded), ...more };
  if (budget.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
  if (budget.incentiveInPesewas !== incentiveInPesewas) return fail('BUDGET_EXISTS');
  return {
    ...calculateQuote({ ...budget, places: Math.max(places, budget.minimumPlaces) }),
    ...more,
    ...exampleOfScreenOuts(budget, screenOutInPesewas),
  };
}

const SCREENED_OUT_PEOPLE = 20;

function exampleOfScreenOuts(place: Parameters<typeof usedPlaces>[1], pesewas: number | undefined) {
  if (pesewas === undefined) return {};
  const people = SCREENED_OUT_PEOPLE;
  return {
    screenedOut: { people, places: usedPlaces(people * (pesewas + place.payoutFeeInPesewas), place) },
  };
}

async function findLastUsedPhone({ db }: Deps, researcherId: string) {
  const last = await findUsedPhone(db, researcherId);
  if (!last) return null;
  const { phoneNumber, ...payment } = last;
  return { ...payment, walletHint: maskedPhoneNumber(phoneNumber) };
}
