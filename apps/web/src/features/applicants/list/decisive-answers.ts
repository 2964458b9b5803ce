import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { isDisqualifying } from '../filter/view.ts';

interface DecisiveAnswer {
  id: string;
  question: string;
  answer: string;
  disqualifies: boolean;
}

const MOST_SHOWN = 3;

const decides = ({ options }: ScreenerQuestion) =>
  options.some(({ eligibility }) => eligibility === 'DISQUALIFY');

/**
 * Answers that disqualify come first, then answers to questions that can disqualify. Within these, the order
 * of the questions stays, so that rows can be compared.
 */
export function mostDecisiveAnswers(
  responses: Applicant['responses'],
  screeners: readonly ScreenerQuestion[],
): DecisiveAnswer[] {
  const rank = ({ id, disqualifies }: DecisiveAnswer) => {
    const screener = screeners[Number(id) - 1];
    return disqualifies ? 0 : screener && decides(screener) ? 1 : 2;
  };
  return responses
    .map((response) => ({ ...response, disqualifies: isDisqualifying(response, screeners) }))
    .sort((one, other) => rank(one) - rank(other) || Number(one.id) - Number(other.id))
    .slice(0, MOST_SHOWN)
    .sort((one, other) => Number(one.id) - Number(other.id));
}
