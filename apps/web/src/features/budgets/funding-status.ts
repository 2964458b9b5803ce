import { isPrompted } from './use-budget.ts';
import type { Budget } from '@app/contracts/payment/budgets.ts';
import type { Study } from '@app/contracts/project/studies.ts';

export const isTaking = ({ state }: Study) => state === 'PUBLISHED' || state === 'PAUSED';

function latestFundingNotice({ fundings, quote }: Budget) {
  const last = fundings.at(-1);
  const isVain = last?.state === 'FAILED' && !last.isForBonus && quote.totalInPesewas === 0;
  return last?.state === 'SUCCEEDED' || isVain ? undefined : last;
}

/**
 * For a draft, money is missing until it is paid. After publication, money can be missing only for added
 * places.
 */
const isMissingMoney = (study: Study, { quote }: Budget, notice: Budget['fundings'][number] | undefined) =>
  study.incentive > 0 &&
  quote.totalInPesewas > 0 &&
  (study.state === 'DRAFT' || (isTaking(study) && notice !== undefined && !notice.isForBonus));

export function fundingStatus(study: Study, budget: Budget) {
  const { quote, fundings, state } = budget;
  const notice = latestFundingNotice(budget);
  const isOpen = state === 'OPEN';
  const waits = isPrompted(budget) || notice?.state === 'UNKNOWN' || notice?.state === 'REVIEW';
  const isShort = isOpen && !waits && isMissingMoney(study, budget, notice);
  const isFunded = fundings.some((funding) => funding.state === 'SUCCEEDED');
  return {
    notice,
    isOpen,
    waits,
    isUnpaid: isOpen && fundings.every((funding) => funding.state === 'FAILED'),
    isFunded,
    isCovered: isFunded && quote.totalInPesewas === 0,
    isShort,
    hasClosedShortfall: !isOpen && budget.unfundedPlaces > 0,
    mayPayIn: isOpen && study.incentive > 0 && !isShort && !waits,
  };
}
