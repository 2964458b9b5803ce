import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { callProject } from '../../api/call.ts';
import { studyKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';
import type { Filters } from './filters.ts';

type PageOf = ReplyOf<typeof browseStudies>;
type ListKey = readonly unknown[] | undefined;

/** All but the page and the reading stand in the last part of a key, and are the filters. */
function isSameList(one: ListKey, other: ListKey): boolean {
  const filters = (key: ListKey) =>
    JSON.stringify({ ...(key?.at(-1) as object), page: 0, publishedUntil: '' });
  return filters(one) === filters(other);
}

/** What an entry of the browser's history knows of the list whose page it shows. */
interface Reading {
  publishedUntil?: string | undefined;
}

/**
 * One page of the studies that fit, or of all that are open before the set-up; ten a page until the server has told its own size (S-403). The first page begins a
 * reading, and the pages after it leave out what was published since, so that nothing moves under the reader (BR1).
 */
export function useOpenStudies({
  userId,
  page,
  filters,
  isSetUp,
}: {
  userId: string;
  page: number;
  filters: Filters;
  isSetUp: boolean;
}) {
  const { state } = useLocation();
  const publishedUntil = page === 0 ? undefined : (state as Reading | null)?.publishedUntil;
  const size = useRef(DEFAULT_PAGE_SIZE);
  const queryKey = studyKeys.open(userId, { page, publishedUntil, isSetUp, ...filters });
  const studies = useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: async ({ signal }) => {
      const query = { page, size: size.current, publishedUntil, ...filters };
      const found = await callProject(browseStudies, { query }, signal);
      size.current = found.size;
      return found;
    },
    // Of another filter it would be a wrong answer, and an empty page says why it is empty.
    placeholderData: (before: PageOf | undefined, query) =>
      before?.content.length && isSameList(query?.queryKey, queryKey) ? before : undefined,
  });
  const reading: Reading = {
    publishedUntil:
      page === 0 && !studies.isPlaceholderData ? studies.data?.content[0]?.publishedAt : publishedUntil,
  };
  return { studies, reading };
}
