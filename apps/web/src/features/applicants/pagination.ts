import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant, ApplicantFilter } from '@app/contracts/project/applicants.ts';

export interface LoadedApplicants {
  pages: Page<Applicant>[];
  pageParams: unknown[];
}

/** The list changes between two reads, so an applicant may be on two pages. */
export function pageRows(pages: readonly Page<Applicant>[]): Applicant[] {
  return [...new Map(pages.flatMap(({ content }) => content.map((row) => [row.id, row]))).values()];
}

/** Only the values for these filters can change after the row was read. */
const isStillListed =
  ({ status, submission, favourites }: ApplicantFilter) =>
  (row: Applicant) =>
    (status === undefined || row.status === status) &&
    (submission === undefined || row.submission?.status === submission) &&
    (favourites === undefined || row.isFavourite);

/**
 * Decided rows leave the filtered list on the server, so later rows move to an earlier page and would be
 * skipped.
 */
export function nextPage(pages: readonly Page<Applicant>[], filter: ApplicantFilter): number | undefined {
  const last = pages.at(-1);
  if (last === undefined || last.number + 1 >= last.totalPages) return undefined;
  const rows = pageRows(pages);
  const hasBroughtMore = rows.length > pageRows(pages.slice(0, -1)).length;
  const after = last.number + 1;
  if (!hasBroughtMore) return after;
  return Math.min(after, Math.floor(rows.filter(isStillListed(filter)).length / last.size));
}

/** Rows that did not change stay the same objects, so that they do not render. */
export function changeLoadedRows(
  loaded: LoadedApplicants,
  changes: ReadonlyMap<string, (row: Applicant) => Applicant>,
): LoadedApplicants {
  return {
    ...loaded,
    pages: loaded.pages.map((page) =>
      page.content.some(({ id }) => changes.has(id))
        ? { ...page, content: page.content.map((row) => changes.get(row.id)?.(row) ?? row) }
        : page,
    ),
  };
}
