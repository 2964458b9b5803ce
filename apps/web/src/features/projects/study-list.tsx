import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../ui/pager.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { DeleteStudyModal } from './delete-study-modal.tsx';
import { useProjectStudies } from './project-queries.ts';
import { StudyRow } from './study-row.tsx';

export function LoadingStudies() {
  return (
    <Loading>
      <div className="flex flex-col gap-4">
        {['one', 'two'].map((row) => (
          <div key={row} className="rounded-card border border-line bg-surface p-6">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-3 h-4 w-2/3" />
            <Skeleton className="mt-5 h-10 w-3/4" />
            <Skeleton className="mt-5 h-9" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function StudyPages({ projectId, onDeleted }: { projectId: string; onDeleted: () => void }) {
  const page = usePageNumber();
  useHeadingFocus(page);
  const studies = useProjectStudies(projectId, page);
  const [toDelete, setToDelete] = useState<StudySummary | null>(null);
  if (studies.data === undefined) {
    if (!studies.isError) return <LoadingStudies />;
    return (
      <FailedState
        text={wordsOf(studies.error)}
        onRetry={() => void studies.refetch()}
        isRetrying={studies.isFetching}
      />
    );
  }
  const { content, totalElements, totalPages, number } = studies.data;
  if (content.length === 0 && totalElements > 0) return <ToLastPage totalPages={totalPages} />;
  return (
    <>
      {content.length === 0 ? (
        <EmptyState
          title={words.studiesEmptyTitle}
          text={words.studiesEmptyText}
          action={<LinkButton to={paths.createStudy(projectId)}>{words.createStudy}</LinkButton>}
        />
      ) : (
        <ul
          aria-label={words.studiesHeading}
          className={cx('flex flex-col gap-4 transition-opacity', studies.isPlaceholderData && 'opacity-60')}
        >
          {content.map((study) => (
            <StudyRow key={study.id} study={study} onDelete={() => setToDelete(study)} />
          ))}
        </ul>
      )}
      <Pager number={number} totalPages={totalPages} />
      <DeleteStudyModal
        study={toDelete}
        onClose={() => setToDelete(null)}
        onDeleted={() => {
          setToDelete(null);
          onDeleted();
        }}
      />
    </>
  );
}

/** The studies of a project, newest first. */
export function StudyList({ projectId }: { projectId: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletions, setDeletions] = useState(0);
  // The button that opened the dialog is gone with its study, so the focus has nowhere to return to.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 focus:unmarked">
        {words.studiesHeading}
      </h2>
      <StudyPages projectId={projectId} onDeleted={() => setDeletions(deletions + 1)} />
    </>
  );
}
