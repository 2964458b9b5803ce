import { type ApplicantFilter, MAX_SEARCHED } from '@app/contracts/project/applicants.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { readNamesOf } from '../../facts/ask-identity.ts';
import { nameMatcher } from './match-name.ts';
import { findIds } from './queries.ts';

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
