import { today } from '@app/contracts/calendar.ts';
import type { FileReply } from '@app/contracts/endpoint.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/paging.ts';
import type { ApplicantFilter, exportApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { csvHeader, csvRows } from './applicants-csv.ts';
import { describeApplicants } from './describe-applicants.ts';
import { findNamed } from './find-named.ts';
import { type ApplicantRow, findApplicantsAfter } from './queries.ts';

/** As many as a page: so many are held at a time. */
const BATCH = MAX_PAGE_SIZE;

/**
 * The applicants of a study that is known to be the caller's own, as CSV. Read in batches with backpressure, so that many
 * neither fill memory nor hold a transaction. The first batch is read before the reply begins.
 */
export async function exportApplicantsOf(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment'>,
  { id, name, screeners }: Study,
  filter: ApplicantFilter,
  fail: Fail<(typeof exportApplicants)['errors'][number]>,
): Promise<FileReply> {
  const among = await findNamed(deps, id, filter, fail);
  const read = async (after?: ApplicantRow) => {
    const rows = await findApplicantsAfter(deps.db, id, { ...filter, among }, { after, size: BATCH });
    const lines = csvRows(screeners, await describeApplicants(deps, rows));
    return { lines, last: rows.length === BATCH ? rows.at(-1) : undefined };
  };

  async function* text(first: Awaited<ReturnType<typeof read>>) {
    yield csvHeader(screeners) + first.lines;
    for (let { last } = first; last;) {
      const next = await read(last);
      yield next.lines;
      last = next.last;
    }
  }

  return { name: applicantWords.file.name(name, today()), text: text(await read()) };
}
