import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant, ApplicantFilter } from '@app/contracts/project/applicants.ts';

export interface LoadedApplicants {
  pages: Page<Applicant>[];
  pageParams: unknown[];
}

/** The list shifts between reads, so an applicant may be on two pages but is returned once. */
export function pageRows(pages: readonly Page<Applicant>[]): Applicant[] {
  return [...new Map(pages.flatMap(({ content }) => content.map((row) => [row.id, row]))).values()];
}

/** Only these filter fields can change after the row was read. */
const isStillListed =
  ({ status, submission, favourites }: ApplicantFilter) =>
  (row: Applicant) =>
    (status === undefined || row.status === status) &&
    (submission === undefined || row.submission?.status === submission) &&
    (favourites === undefined || row.isFavourite);

/**
 * Decided rows stay here but leave the filtered list on the server, so later rows move forward. Plain page
 * counting would skip those later rows.
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

/** Unchanged rows keep their identity, so that they do not render. */
export function withChanged(
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
