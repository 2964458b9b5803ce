import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { callProject } from '../../api/call.ts';
import { lastKnown } from '../../api/last-known.ts';
import type { Filters } from './filters.ts';

/** What an entry of the browser's history knows of the list whose page it shows. */
interface Reading {
  publishedUntil?: string | undefined;
}

/**
 * One page of the studies that fit; ten a page until the server has told its own size (S-403). The first page begins a
 * reading, and the pages after it leave out what was published since, so that nothing moves under the reader (BR1).
 */
export function useOpenStudies({
  userId,
  page,
  filters,
  isEnabled,
}: {
  userId: string;
  page: number;
  filters: Filters;
  isEnabled: boolean;
}) {
  const { state } = useLocation();
  const publishedUntil = page === 0 ? undefined : (state as Reading | null)?.publishedUntil;
  const size = useRef(DEFAULT_PAGE_SIZE);
  const queryKey = ['studies', userId, 'open', { page, publishedUntil, ...filters }];
  const studies = useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: async ({ signal }) => {
      const query = { page, size: size.current, publishedUntil, ...filters };
      const found = await callProject(browseStudies, { query }, signal);
      size.current = found.size;
      return found;
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const reading: Reading = {
    publishedUntil: page === 0 ? studies.data?.content[0]?.publishedAt : publishedUntil,
  };
  return { studies, reading };
}
