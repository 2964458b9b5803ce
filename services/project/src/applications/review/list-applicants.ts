import type { PageSlice, QueryOf, Paging } from '@app/contracts/endpoint.ts';
import {
  type Applicant,
  type listApplicants,
  type ApplicantFilter,
  MAX_SEARCHED,
  type WaitingApplicant,
} from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { describeApplicants, nameless } from './describe-applicants.ts';
import { findApplicants, findIds, countWaiting, findWaiting } from './queries.ts';
import { readNamesOf, type PersonName } from '../../facts/ask-identity.ts';
import { textMatcher } from '@app/kit/match-text.ts';

/** What stands between the words of names; other signs are part of a word, and so a wildcard is none. */
const breaks = /[\s\p{Dash}\p{Quotation_Mark}\p{Ps}\p{Pe}.,`ʻʼ]+/u;

/** Whether the name of a person is searched for; undefined where no word is typed. */
export function nameMatcher(
  typed: string,
): ((name: Pick<PersonName, 'firstName' | 'lastName'>) => boolean) | undefined {
  const matches = textMatcher(typed, breaks);
  return matches && (({ firstName, lastName }) => matches(`${firstName} ${lastName}`));
}

/** A page of those who applied to a study that is known to be the caller's own. */
export async function listApplicantsOf(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment' | 'applicantTotals'>,
  { id: studyId, cells }: Pick<Study, 'id' | 'cells'>,
  query: QueryOf<typeof listApplicants>,
  fail: Fail<(typeof listApplicants)['errors'][number]>,
): Promise<PageSlice<Applicant>> {
  const { sort: _, page, size, ...filter } = query;
  const among = await findNamed(deps, studyId, filter, fail);
  const rows = await findApplicants(deps.db, studyId, { ...query, among });
  const seen = page * size + rows.length;
  // The last page gives the total by itself, and it is the only one of most studies.
  const isLast = rows.length < size && (rows.length > 0 || page === 0);
  const [content, totalElements] = await Promise.all([
    describeApplicants(deps, cells, rows),
    isLast ? seen : (among?.length ?? deps.applicantTotals.total(studyId, filter)),
  ]);
  return { content, totalElements, size, number: page };
}

/**
 * The applications that match a search by name, among those that the other filters leave; undefined without a search.
 * The identity service has the names, so all are asked for. Too many are refused: the search leaves nobody out
 * silently.
 */
export async function findNamed(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  studyId: string,
  filter: ApplicantFilter,
  fail: Fail<'TOO_MANY_TO_SEARCH'>,
): Promise<string[] | undefined> {
  const isNamed = filter.name === undefined ? undefined : nameMatcher(filter.name);
  if (!isNamed) return undefined;
  const searched = await findIds(db, studyId, filter, MAX_SEARCHED + 1);
  if (searched.length > MAX_SEARCHED) return fail('TOO_MANY_TO_SEARCH');
  const names = await readNamesOf(
    callIdentity,
    searched.map(({ applicantId }) => applicantId),
  );
  return searched
    .filter(({ applicantId }) => {
      const name = names.get(applicantId);
      return name !== undefined && isNamed(name);
    })
    .map(({ id }) => id);
}

/** A page of those who wait for this researcher's answer, newest first. */
export async function listWaitingFor(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  { page, size }: Paging,
): Promise<PageSlice<WaitingApplicant>> {
  const rows = await findWaiting(db, userId, { page, size });
  // The last page gives the total by itself, and it is the only one of most researchers.
  const isLast = rows.length < size && (rows.length > 0 || page === 0);
  const [names, totalElements] = await Promise.all([
    readNamesOf(
      callIdentity,
      rows.map(({ applicantId }) => applicantId),
    ),
    isLast ? page * size + rows.length : countWaiting(db, userId),
  ]);
  const content = rows.map(({ studyId, studyName, ...row }) => ({
    ...row,
    ...(names.get(row.applicantId) ?? nameless),
    appliedAt: row.appliedAt.toISOString(),
    study: { id: studyId, name: studyName },
  }));
  return { content, totalElements, size, number: page };
}
