import { DEFAULT_PAGE_SIZE } from '@app/contracts/paging.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { callProject } from '../../api/call.ts';

/** One page of the studies that fit; ten a page until the server has told its own size (S-403). */
export function useOpenStudies({
  userId,
  page,
  isEnabled,
}: {
  userId: string;
  page: number;
  isEnabled: boolean;
}) {
  const size = useRef(DEFAULT_PAGE_SIZE);
  return useQuery({
    queryKey: ['studies', userId, 'open', page],
    queryFn: async ({ signal }) => {
      const found = await callProject(browseStudies, { query: { page, size: size.current } }, signal);
      size.current = found.size;
      return found;
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}
