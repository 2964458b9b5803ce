import { projectWords as words } from '@app/words/projects.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listDeletedProjects } from '@app/contracts/project/deleted-projects.ts';
import { PROJECT_SEARCH_MAX_LENGTH, type ProjectSummary } from '@app/contracts/project/projects.ts';
import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams, Link } from 'react-router';
import { callProject } from '../../../api/call.ts';
import { failureMessage } from '../../../api/failure.ts';
import { projectKeys } from '../../../api/keys.ts';
import { waitingTone } from '../../../product/status-tones.ts';
import { pageMeta } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPart, Loading, Skeleton, FailedState, EmptyState } from '../../../ui/states.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useFirstWait } from '../../../ui/use-first-wait.ts';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { usePart } from '../../../ui/use-lazy-part.ts';
import { mayCreate } from '../may-create.tsx';
import { useProjects, useWaitingApplicants } from '../project-queries.ts';
import { TodayCards, useTodaySummary } from './today-cards.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { FEW, WaitingList } from './awaiting-decision.tsx';

export const meta = () => pageMeta(words.listHeading);
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

const NotVerified = lazyPart(
  async () => (await import('./not-verified.tsx')).NotVerified,
  <Loading>
    <Skeleton className="h-56" />
  </Loading>,
);

const loadDeleted = async () => (await import('./deleted-projects.tsx')).DeletedProjects;

function Deleted({ userId }: { userId: string }) {
  const { data = [] } = useQuery({
    queryKey: projectKeys.deleted(userId),
    queryFn: ({ signal }) => callProject(listDeletedProjects, {}, signal),
    refetchOnMount: 'always',
  });
  const { part: DeletedProjects } = usePart(loadDeleted, data.length > 0);
  return data.length > 0 && DeletedProjects ? <DeletedProjects projects={data} /> : null;
}

const PARAMETER = 'name';
const FIELD = 'project-search';

function useSearchedName(): string {
  const [search] = useSearchParams();
  return [...(search.get(PARAMETER) ?? '')].slice(0, PROJECT_SEARCH_MAX_LENGTH).join('').trim();
}

const focusOnSearch = () => document.getElementById(FIELD)?.focus();

const readName = (search: URLSearchParams) => search.get(PARAMETER)?.trim() ?? '';
const readNewestName = () => readName(new URLSearchParams(location.search));

function ProjectSearch() {
  const [search, setSearch] = useSearchParams();
  return (
    <search className="mb-6 block sm:max-w-form">
      <SearchField
        id={FIELD}
        label={words.searchLabel}
        hint={words.searchHint}
        longest={PROJECT_SEARCH_MAX_LENGTH}
        drawn={readName(search)}
        readNewest={readNewestName}
        onSearch={(name) => setSearch(name === '' ? {} : { [PARAMETER]: name }, { replace: true })}
      />
    </search>
  );
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

function ProjectCard({ project }: { project: ProjectSummary }) {
  return (
    <li className="relative flex flex-col gap-2 rounded-card border border-line bg-surface p-5 transition-colors hover:border-line-strong sm:p-6">
      <h2 className="text-lg wrap-anywhere">
        <Link
          to={paths.project(project.id)}
          className="after:absolute after:inset-0 after:rounded-card after:content-[''] focus-visible:unmarked focus-visible:after:marked"
        >
          {project.projectName}
        </Link>
      </h2>
      <p className="line-clamp-3 text-sm text-cocoa-2 wrap-anywhere">
        {project.description || <span className="text-cocoa-3">{words.noDescription}</span>}
      </p>
      <p className="figures mt-auto flex items-center gap-2 pt-2 text-sm text-cocoa-2">
        <FlaskConical aria-hidden="true" className="size-4 text-cocoa-3" />
        {words.studyCount(project.studyCount)}
        {project.openStudyCount > 0 && `, ${words.openCount(project.openStudyCount)}`}
      </p>
      {project.waitingCount > 0 && (
        <Badge tone={waitingTone} className="figures self-start">
          {words.waitingCount(project.waitingCount)}
        </Badge>
      )}
    </li>
  );
}

function ProjectList({ projects, user, name }: ProjectListProps) {
  if (projects.data === undefined) {
    if (!projects.isError) return <LoadingProjects />;
    return (
      <FailedState
        text={failureMessage(projects.error)}
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

function LoadedProjects({ user }: { user: SignedInUser }) {
  const page = usePageNumber();
  const name = useSearchedName();
  useHeadingFocus(page);
  const projects = useProjects(user.userId, { name, page });
  // If the list is empty, it has its own "New project" button.
  const isEmpty = name === '' && !projects.isPlaceholderData && projects.data?.totalElements === 0;
  const hasWaiting = !isEmpty && name === '' && page === 0 && user.adminVerificationStatus !== null;
  // The content above the list is loaded first, so that the list does not move under a finger.
  const [size, setSize] = useState(FEW);
  const waiting = useWaitingApplicants(user.userId, size, hasWaiting);
  const day = useTodaySummary(user.userId, hasWaiting);
  const isAwaited = useFirstWait(projects.isLoading || (hasWaiting && (waiting.isLoading || day.isLoading)));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h1>{words.listHeading}</h1>
        {!isEmpty && (
          <LinkButton to={paths.createProject}>
            <Plus aria-hidden="true" className="size-5" />
            {words.newProject}
          </LinkButton>
        )}
      </div>
      {isAwaited && <LoadingProjects />}
      {!isAwaited && hasWaiting && (
        <div className="mb-8 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
          <TodayCards state={day} />
          <WaitingList waiting={waiting} size={size} onMore={() => setSize(MAX_PAGE_SIZE)} />
        </div>
      )}
      {!isAwaited && !isEmpty && <ProjectSearch />}
      {!isAwaited && <ProjectList projects={projects} user={user} name={name} />}
      {name === '' && page === 0 && mayCreate(user) && <Deleted userId={user.userId} />}
    </>
  );
}

export default function Projects() {
  const user = useUser();
  return user && <LoadedProjects user={user} />;
}
