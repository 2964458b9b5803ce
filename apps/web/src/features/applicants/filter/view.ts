import type { Gender } from '@app/contracts/enumerations.ts';
import { choiceWords } from '@app/words/choices.ts';
import { isAskedValue } from '@app/words/further-criteria-names.ts';
import type { ApplicantFilter, Applicant } from '@app/contracts/project/applicants.ts';
import {
  APPLICANT_ORDERS,
  APPLICATION_STATUSES,
  SCREENINGS,
} from '@app/contracts/project/application-choices.ts';
import { MEETING_STAGES } from '@app/contracts/project/meeting-choices.ts';
import { SUBMISSION_STATUSES } from '@app/contracts/project/submission-choices.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';

/**
 * The result must be the same as on the server: if several options have the same text, one that qualifies is
 * enough (S-310, S-405).
 */
export function isDisqualifying(
  { id, answer }: Applicant['responses'][number],
  screeners: readonly ScreenerQuestion[],
): boolean {
  const options = screeners[Number(id) - 1]?.options.filter((option) => option.answer === answer) ?? [];
  return options.length > 0 && options.every(({ eligibility }) => eligibility === 'DISQUALIFY');
}

export function possibleAnswers(
  question: string | undefined,
  screeners: readonly ScreenerQuestion[],
): string[] {
  const { options = [] } = screeners[Number(question) - 1] ?? {};
  return [...new Set(options.map(({ answer }) => answer))];
}

/** The view is in the address, so it survives a reload and can be shared. */
export interface ApplicantsView {
  filter: ApplicantFilter;
  sort: (typeof APPLICANT_ORDERS)[number];
  isReview: boolean;
  question: string | undefined;
}

/** If this were imported from the contract, its schemas would be loaded too. */
export const genders = Object.keys(choiceWords.gender) as Gender[];

function findOption<const V extends string>(values: readonly V[], given: string | null): V | undefined {
  return values.find((value) => value === given);
}

export const APPLICANT = 'applicant';

export function parseView(search: URLSearchParams): ApplicantsView {
  const question = /^[1-9]\d?$/.exec(search.get('question') ?? '')?.[0];
  const answer = search.get('answer');
  const asked = search.get('asked') ?? '';
  const isReview = search.get('review') === 'true';
  const filter: ApplicantFilter = {
    status: isReview ? 'PENDING' : findOption(APPLICATION_STATUSES, search.get('status')),
    screening: findOption(SCREENINGS, search.get('screening')),
    gender: findOption(genders, search.get('gender')),
    favourites: findOption(['true'], search.get('favourites')),
    meeting: findOption(MEETING_STAGES, search.get('meeting')),
    submission: findOption(SUBMISSION_STATUSES, search.get('submission')),
    ...(question !== undefined && answer !== null ? { question, answer } : {}),
    name: search.get('name')?.trim() || undefined,
    quota: /^[0-5]?\d$/.exec(search.get('quota') ?? '')?.[0],
    asked: isAskedValue(asked) ? (asked as ApplicantFilter['asked']) : undefined,
  };
  const sort = findOption(APPLICANT_ORDERS, search.get('sort')) ?? defaultOrder(filter);
  return { filter, sort, isReview, question };
}

export const defaultOrder = ({ submission }: ApplicantFilter): ApplicantsView['sort'] =>
  submission === 'SUBMITTED' ? 'NO_CODE_FIRST' : 'NEWEST';

export function hasApplicantFilter(filter: ApplicantFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

type Change = Partial<Record<keyof ApplicantFilter | 'sort' | 'review', string | undefined>>;

export function changeApplicantSearch(search: URLSearchParams, change: Change): string {
  const next = new URLSearchParams(search);
  next.delete(APPLICANT);
  if ('question' in change) next.delete('answer');
  for (const [name, value] of Object.entries(change)) {
    // For `answer`, an empty text is a filter too.
    if (value === undefined || (value === '' && name !== 'answer')) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text && `?${text}`;
}

export function searchWithout(search: URLSearchParams): string {
  const sort = search.get('sort');
  return sort === null ? '' : `?${new URLSearchParams({ sort }).toString()}`;
}
