import { projectWords as words } from '@app/words/projects.ts';
import { ArrowLeft, Plus, Settings } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { findDraftStudyName } from '../../product/draft-study.ts';
import { pageMeta, useTitle } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ProjectFailed } from './project-failed.tsx';
import { isGone, useProject } from './project-queries.ts';
import { LoadingStudies, StudyList } from './studies/study-list.tsx';
import rows from './studies/study-list.css?url';

export const meta = () => pageMeta(words.detailsHeading);
export const handle = screens.projectDetails;

function onStorage(listener: () => void) {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function ProjectPage({ id }: { id: string }) {
  const project = useProject(id);
  const userId = useUser()?.userId ?? '';
  const [, setChanges] = useState(0);
  // The wizard stores its last input only when it unmounts.
  const draftStudyName = useSyncExternalStore(
    onStorage,
    () => findDraftStudyName(userId, id),
    () => null,
  );

  useTitle(words.detailsHeading, project.data?.projectName);
  if (project.data === undefined || isGone(project.error)) {
    return (
      <>
        <h1 className="sr-only">{words.detailsHeading}</h1>
        {project.isError ? (
          <ProjectFailed
            error={project.error}
            onRetry={() => void project.refetch()}
            isRetrying={project.isFetching}
          />
        ) : (
          <>
            <Skeleton className="mb-3 h-8 w-1/2" />
            <Skeleton className="mb-6 h-4 w-2/3" />
            <LoadingStudies />
          </>
        )}
      </>
    );
  }
  const { projectName, description, studyCount } = project.data;
  return (
    <>
      <div className="mb-6 flex flex-col gap-5 lg:flex-row lg:items-start lg:justify-between">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{projectName}</h1>
          {description && (
            <p className="mt-2 max-w-text whitespace-pre-line text-cocoa-2 wrap-anywhere">{description}</p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">
          {/* An empty list has this button itself, so it is not shown here. */}
          {(studyCount > 0 || draftStudyName !== null) && (
            <LinkButton to={paths.createStudy(id)}>
              <Plus aria-hidden="true" className="size-5" />
              {words.createStudy}
            </LinkButton>
          )}
          <LinkButton to={paths.projectSettings(id)} variant="secondary">
            <Settings aria-hidden="true" className="size-5" />
            {words.settings}
          </LinkButton>
        </div>
      </div>
      <StudyList
        projectId={id}
        draftStudyName={draftStudyName}
        onDraftStudyChange={() => setChanges((count) => count + 1)}
      />
    </>
  );
}

/**
 * S-302 describes this page. It has the Back link of S-203 itself, because the shell shows no header here.
 */
export default function ProjectDetails() {
  const { id = '' } = useParams();
  return (
    <>
      <link rel="stylesheet" href={rows} precedence="page" />
      <Link
        to={paths.projects}
        className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-2 px-1 font-semibold hover:text-green"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {words.backToList}
      </Link>
      <ProjectPage key={id} id={id} />
    </>
  );
}
