import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { Plus } from 'lucide-react';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../ui/pager.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ProjectCard } from './project-card.tsx';
import { useProjects } from './project-queries.ts';

export const meta = () => titled(words.listHeading);
export const handle = screens.projects;

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function LoadingProjects() {
  return (
    <Loading>
      <div className={gridClass}>
        {['one', 'two', 'three'].map((card) => (
          <div key={card} className="rounded-card border border-line bg-surface p-6">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-4 h-4" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-5 h-4 w-24" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function ProjectList({ projects }: { projects: ReturnType<typeof useProjects> }) {
  if (projects.data === undefined) {
    if (!projects.isError) return <LoadingProjects />;
    return (
      <FailedState
        text={wordsOf(projects.error)}
        onRetry={() => void projects.refetch()}
        isRetrying={projects.isFetching}
      />
    );
  }
  const { content, totalElements, totalPages, number } = projects.data;
  if (totalElements === 0) {
    return (
      <EmptyState
        title={words.emptyTitle}
        text={words.emptyText}
        action={<LinkButton to={paths.createProject}>{words.newProject}</LinkButton>}
      />
    );
  }
  if (content.length === 0) return <ToLastPage totalPages={totalPages} />;
  return (
    <>
      <ul
        aria-label={words.listLabel}
        className={cx(gridClass, 'transition-opacity', projects.isPlaceholderData && 'opacity-60')}
      >
        {content.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      <Pager number={number} totalPages={totalPages} />
    </>
  );
}

function ProjectsOf({ userId }: { userId: string }) {
  const page = usePageNumber();
  useHeadingFocus(page);
  const projects = useProjects(userId, page);
  // An empty list says so with the same button, and one is enough.
  const isEmpty = projects.data?.totalElements === 0;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1>{words.listHeading}</h1>
        {!isEmpty && (
          <LinkButton to={paths.createProject}>
            <Plus aria-hidden="true" className="size-5" />
            {words.newProject}
          </LinkButton>
        )}
      </div>
      <ProjectList projects={projects} />
    </>
  );
}

/** The researcher's landing: every project, newest first (S-302). */
export default function Projects() {
  const user = useUser();
  return user && <ProjectsOf userId={user.userId} />;
}
