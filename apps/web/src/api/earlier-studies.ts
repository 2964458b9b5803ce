import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { projectKeys } from './keys.ts';

/** All studies of the person who is signed in, by whose people another study may go. */
export const earlierStudies = (userId: string) =>
  queryOptions({
    queryKey: projectKeys.earlier(userId),
    queryFn: ({ signal }) => callProject(listEarlierStudies, {}, signal),
  });
