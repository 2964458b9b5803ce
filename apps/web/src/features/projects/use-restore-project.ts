import { restoreProject } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { toast } from '../../ui/toast.ts';
import { refetchProjects } from './project-queries.ts';

/** Undo of a soft delete, which leads to the project. The server takes it for 30 days. */
export function useRestoreProject(id: string, { isOnList = false } = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleCall(['restore-project', id], {
    mutationFn: () => callProject(restoreProject, { params: { id } }),
    async onSuccess() {
      await refetchProjects(client);
      await navigate(paths.project(id), { replace: !isOnList });
      toast.success(words.projectRestored);
    },
  });
}
