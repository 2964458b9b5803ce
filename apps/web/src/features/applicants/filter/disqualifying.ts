import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';

/** As the server judged it: of choices that read the same, one that does not disqualify is enough (S-310, S-405). */
export function isDisqualifying(
  { id, answer }: Applicant['responses'][number],
  screeners: readonly ScreenerQuestion[],
): boolean {
  const options = screeners[Number(id) - 1]?.options.filter((option) => option.answer === answer) ?? [];
  return options.length > 0 && options.every(({ eligibility }) => eligibility === 'DISQUALIFY');
}

/** The answers that can be asked for, each once; null where there is no such question. */
export function answersTo(question: string | undefined, screeners: readonly ScreenerQuestion[]): string[] {
  const { options = [] } = screeners[Number(question) - 1] ?? {};
  return [...new Set(options.map(({ answer }) => answer))];
}
