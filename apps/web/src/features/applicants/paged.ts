import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant, ApplicantFilter } from '@app/contracts/project/applicants.ts';

export interface Loaded {
  pages: Page<Applicant>[];
  pageParams: unknown[];
}

/** Somebody may stand on two pages: the list moves on the server while it is read here. */
export function pageRows(pages: readonly Page<Applicant>[]): Applicant[] {
  return [...new Map(pages.flatMap(({ content }) => content.map((row) => [row.id, row]))).values()];
}

/** Of the filter, what may have changed since the row was read; the rest stays true of it. */
const isStillListed =
  ({ status, favourites }: ApplicantFilter) =>
  (row: Applicant) =>
    (status === undefined || row.status === status) && (favourites === undefined || row.isFavourite);

/**
 * The page with the next rows. A row that was decided here stays on the screen though it has left the filter. On the
 * server every later row has moved forward, so counting pages would skip as many. A row that is read twice is shown
 * once.
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

/** The same list with some rows changed; those that are not keep their identity, so that they are not drawn again. */
export function withChanged(
  loaded: Loaded,
  changes: ReadonlyMap<string, (row: Applicant) => Applicant>,
): Loaded {
  return {
    ...loaded,
    pages: loaded.pages.map((page) =>
      page.content.some(({ id }) => changes.has(id))
        ? { ...page, content: page.content.map((row) => changes.get(row.id)?.(row) ?? row) }
        : page,
    ),
  };
}
