import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { isDisqualifying } from '../filter/disqualifying.ts';

export interface TellingAnswer {
  id: string;
  question: string;
  answer: string;
  disqualifies: boolean;
}

/** So many fit into a row. */
const MOST_SHOWN = 3;

const decides = ({ options }: ScreenerQuestion) =>
  options.some(({ eligibility }) => eligibility === 'DISQUALIFY');

/**
 * The most telling answers, for one line: first those that disqualify, then answers to questions that could have, then
 * the rest. The chosen ones stand in the order of the questions, so rows compare.
 */
export function tellingAnswers(
  responses: Applicant['responses'],
  screeners: readonly ScreenerQuestion[],
): TellingAnswer[] {
  const rank = ({ id, disqualifies }: TellingAnswer) => {
    const screener = screeners[Number(id) - 1];
    return disqualifies ? 0 : screener && decides(screener) ? 1 : 2;
  };
  return responses
    .map((response) => ({ ...response, disqualifies: isDisqualifying(response, screeners) }))
    .sort((one, other) => rank(one) - rank(other) || Number(one.id) - Number(other.id))
    .slice(0, MOST_SHOWN)
    .sort((one, other) => Number(one.id) - Number(other.id));
}
