import type { PageSlice, QueryOf } from '@app/contracts/endpoint.ts';
import type { Applicant, listApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { describeApplicants } from './describe-applicants.ts';
import { findNamed } from './find-named.ts';
import { findApplicants } from './queries.ts';

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
