import { choiceWords } from '@app/words/choices.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { listProjects, listProjectStudies } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callProject } from '../../../api/call.ts';
import { projectKeys } from '../../../api/keys.ts';
import type { WizardScope } from '../../../product/study-drafts.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { LazyPartFallback } from '../dialog-button.tsx';

const newest = { size: MAX_PAGE_SIZE, page: 0 };

export function CopyFrom({ scope: { userId, projectId } }: { scope: WizardScope }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<string | null>(null);
  const projects = useQuery({
    queryKey: projectKeys.toCopy(userId),
    queryFn: ({ signal }) => callProject(listProjects, { query: { creatorId: userId, ...newest } }, signal),
  });
  const filled = projects.data?.content.filter(({ studyCount }) => studyCount > 0) ?? [];
  const shown = asked ?? (filled.find(({ id }) => id === projectId) ?? filled[0])?.id;
  const studies = useQuery({
    queryKey: projectKeys.toCopy(userId, shown),
    queryFn: ({ signal }) =>
      callProject(listProjectStudies, { params: { id: shown ?? '' }, query: newest }, signal),
    enabled: shown !== undefined,
  });
  if (projects.data && shown === undefined) return <p>{dialogs.copyNone}</p>;
  if (projects.data === undefined) {
    return <LazyPartFallback isFailed={projects.isError} onRetry={() => void projects.refetch()} />;
  }
  return (
    <>
      <FilterSelect
        label={dialogs.copyProject}
        options={filled.map(({ id, projectName }) => [id, projectName] as const)}
        value={shown ?? ''}
        onChange={setAsked}
      />
      <div className="mt-4">
        {studies.data === undefined ? (
          <LazyPartFallback isFailed={studies.isError} onRetry={() => void studies.refetch()} />
        ) : (
          <ul aria-label={words.copyFrom} className="flex flex-col gap-2">
            {studies.data.content.map(({ id, name, state, createdAt }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => void navigate(paths.copyStudy(projectId, id), { replace: true })}
                  className="min-h-12 w-full rounded-control border border-line-strong px-3.5 py-2.5 text-left hover:border-cocoa hover:bg-sunken"
                >
                  <span className="block font-semibold text-cocoa">{name}</span>
                  <span className="text-sm">
                    {choiceWords.studyState[state]} · {longDate(createdAt)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
