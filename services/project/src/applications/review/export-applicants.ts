import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { ApplicantFilter, exportApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Cell } from '@app/kit/csv.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { headerOf, rowsOf } from './applicant-rows.ts';
import { describeApplicants } from './describe-applicants.ts';
import { findNamed } from './list-applicants.ts';
import { type ApplicantRow, findApplicantsAfter } from './queries.ts';

/** As many as a page: so many are held at a time. */
const BATCH = MAX_PAGE_SIZE;

/**
 * The applicants of a study that is known to be the caller's own, as the rows of a file. Read in batches with backpressure, so that many
 * neither fill memory nor hold a transaction. The first batch is read before the reply begins.
 */
export async function readApplicantRows(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment'>,
  study: Study,
  filter: ApplicantFilter,
  fail: Fail<(typeof exportApplicants)['errors'][number]>,
): Promise<AsyncGenerator<Cell[][]>> {
  const { id, cells } = study;
  const among = await findNamed(deps, id, filter, fail);
  const read = async (after?: ApplicantRow) => {
    const rows = await findApplicantsAfter(deps.db, id, { ...filter, among }, { after, size: BATCH });
    const described = rowsOf(study, await describeApplicants(deps, cells, rows));
    return { rows: described, last: rows.length === BATCH ? rows.at(-1) : undefined };
  };

  async function* all(first: Awaited<ReturnType<typeof read>>) {
    yield [headerOf(study), ...first.rows];
    for (let { last } = first; last;) {
      const next = await read(last);
      yield next.rows;
      last = next.last;
    }
  }

  return all(await read());
}
