import type { Gender } from '@app/contracts/enumerations.ts';
import { choiceWords } from '@app/words/choices.ts';
import { isFact } from '@app/words/say-further.ts';
import type { ApplicantFilter, Applicant } from '@app/contracts/project/applicants.ts';
import {
  APPLICANT_ORDERS,
  APPLICATION_STATUSES,
  SCREENINGS,
} from '@app/contracts/project/application-choices.ts';
import { MEETING_STAGES } from '@app/contracts/project/meeting-choices.ts';
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

/** What the address asks of the list: so it can be shared, gone back to, and kept over a reload. */
export interface View {
  filter: ApplicantFilter;
  sort: (typeof APPLICANT_ORDERS)[number];
  /** One applicant after the other, of those who wait for an answer. */
  isReview: boolean;
  /** Chosen first; it filters as soon as one of its answers is chosen too. */
  question: string | undefined;
}

/** Of their words and not of the enumeration, which the forms bring along with their schemas. */
export const genders = Object.keys(choiceWords.gender) as Gender[];

function findOption<const V extends string>(values: readonly V[], given: string | null): V | undefined {
  return values.find((value) => value === given);
}

/** Names one of them by the id of the application, who is opened. */
export const APPLICANT = 'applicant';

/** What nobody could have chosen counts as not asked for. */
export function parseView(search: URLSearchParams): View {
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
    ...(question !== undefined && answer !== null ? { question, answer } : {}),
    name: search.get('name')?.trim() || undefined,
    cell: /^[0-5]?\d$/.exec(search.get('cell') ?? '')?.[0],
    asked: isFact(asked) ? (asked as ApplicantFilter['asked']) : undefined,
  };
  return { filter, sort: findOption(APPLICANT_ORDERS, search.get('sort')) ?? 'NEWEST', isReview, question };
}

export function isFiltered(filter: ApplicantFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

type Change = Partial<Record<keyof ApplicantFilter | 'sort' | 'review', string | undefined>>;

/** The address with other filters; an answer belongs to its question and goes with it. */
export function searchWith(search: URLSearchParams, change: Change): string {
  const next = new URLSearchParams(search);
  next.delete(APPLICANT);
  if ('question' in change) next.delete('answer');
  for (const [name, value] of Object.entries(change)) {
    // An answer may be without words; anything else without words is nothing.
    if (value === undefined || (value === '' && name !== 'answer')) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text && `?${text}`;
}

/** Without any filter; the order is none. */
export function searchWithout(search: URLSearchParams): string {
  const sort = search.get('sort');
  return sort === null ? '' : `?${new URLSearchParams({ sort }).toString()}`;
}
