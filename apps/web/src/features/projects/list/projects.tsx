import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listDeletedProjects } from '@app/contracts/project/deleted-projects.ts';
import { projectMessages as words } from '@app/words/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { callProject } from '../../../api/call.ts';
import { wordsOf } from '../../../api/failure.ts';
import { projectKeys } from '../../../api/keys.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { titled } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../../ui/pager.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { usePart } from '../../../ui/use-part.ts';
import { mayCreate } from '../may-create.tsx';
import { useProjects } from '../project-queries.ts';
import { ProjectCard } from './project-card.tsx';
import { WaitingList } from './waiting-list.tsx';
import { focusOnSearch, ProjectSearch, useSearchedName } from './project-search.tsx';

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

/** Most who come here are verified, and need nothing of it. */
const NotVerified = lazyPart(
  async () => (await import('./not-verified.tsx')).NotVerified,
  <LoadingProjects />,
);

const loadDeleted = async () => (await import('./deleted-projects.tsx')).DeletedProjects;

/** The address of a deleted project is nowhere else. Most have none, and need nothing of it. */
function Deleted({ userId }: { userId: string }) {
  const { data = [] } = useQuery({
    queryKey: projectKeys.deleted(userId),
    queryFn: ({ signal }) => callProject(listDeletedProjects, {}, signal),
    refetchOnMount: 'always',
  });
  const { part: DeletedProjects } = usePart(loadDeleted, data.length > 0);
  return data.length > 0 && DeletedProjects ? <DeletedProjects projects={data} /> : null;
}

function NoProjects({ user, name }: { user: SignedInUser; name: string }) {
  if (name !== '') {
    return (
      <EmptyState
        title={words.notFoundTitle(name)}
        text={words.notFoundText}
        action={
          <LinkButton to={paths.projects} replace variant="secondary" onClick={focusOnSearch}>
            {words.showAll}
          </LinkButton>
        }
      />
    );
  }
  if (!mayCreate(user)) {
    return <NotVerified user={user} />;
  }
  return (
    <EmptyState
      title={words.emptyTitle}
      text={words.emptyText}
      action={<LinkButton to={paths.createProject}>{words.newProject}</LinkButton>}
    />
  );
}

interface ProjectListProps {
  projects: ReturnType<typeof useProjects>;
  user: SignedInUser;
  name: string;
}

function ProjectList({ projects, user, name }: ProjectListProps) {
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
  const isOld = projects.isPlaceholderData;
  if (isOld && totalElements === 0) return <LoadingProjects />;
  return (
    <>
      <p role="status" className="sr-only">
        {name !== '' && !isOld && words.found(totalElements)}
      </p>
      {totalElements === 0 && <NoProjects user={user} name={name} />}
      {totalElements > 0 && content.length === 0 && <ToLastPage totalPages={totalPages} />}
      {content.length > 0 && (
        <ul
          aria-label={words.listLabel}
          className={cx(gridClass, 'transition-opacity', isOld && 'opacity-60')}
        >
          {content.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      <Pager number={number} totalPages={totalPages} />
    </>
  );
}

function ProjectsOf({ user }: { user: SignedInUser }) {
  const page = usePageNumber();
  const name = useSearchedName();
  useHeadingFocus(page);
  const projects = useProjects(user.userId, { name, page });
  // An empty list says so with the same button, and one is enough.
  const isEmpty = name === '' && !projects.isPlaceholderData && projects.data?.totalElements === 0;
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
      {!isEmpty && name === '' && page === 0 && user.adminVerificationStatus !== null && (
        <WaitingList userId={user.userId} />
      )}
      {!isEmpty && <ProjectSearch />}
      <ProjectList projects={projects} user={user} name={name} />
      {name === '' && page === 0 && mayCreate(user) && <Deleted userId={user.userId} />}
    </>
  );
}

/** The researcher's landing: every project, newest first (S-302). */
export default function Projects() {
  const user = useUser();
  return user && <ProjectsOf user={user} />;
}
