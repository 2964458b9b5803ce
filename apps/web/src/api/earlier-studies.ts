import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { projectKeys } from './keys.ts';

export const earlierStudies = (userId: string) =>
  queryOptions({
    queryKey: projectKeys.earlier(userId),
    queryFn: ({ signal }) => callProject(listEarlierStudies, {}, signal),
  });
