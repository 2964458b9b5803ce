import type { DeletedProject } from '@app/contracts/project/deleted-projects.ts';
import { deletedProjectWords as words } from '@app/words/deleted-projects.ts';
import { projectWords } from '@app/words/projects.ts';
import { longDate } from '@app/words/days.ts';
import { ChevronDown } from 'lucide-react';
import { timeAgo } from '../../../format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { useRestoreProject } from '../project-failed.tsx';

function DeletedRow({
  project: { id, projectName, deletedAt, restorableUntil },
}: {
  project: DeletedProject;
}) {
  const restoration = useRestoreProject(id, { isOnList: true });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{projectName}</p>
        <p className="text-sm text-cocoa-2">
          {words.deletedAgo(timeAgo(deletedAt), longDate(restorableUntil))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={words.bringBackNamed(projectName)}
        isBusy={restoration.isPending}
        onClick={() => restoration.mutate()}
      >
        {projectWords.bringBack}
      </Button>
    </li>
  );
}

export function DeletedProjects({ projects }: { projects: readonly DeletedProject[] }) {
  return (
    <details className="group mt-8">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control text-sm text-cocoa-2 hover:text-green [&::-webkit-details-marker]:hidden">
        {words.deletedCount(projects.length)}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {projects.map((project) => (
          <DeletedRow key={project.id} project={project} />
        ))}
      </ul>
    </details>
  );
}
