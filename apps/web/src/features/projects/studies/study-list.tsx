import { projectMessages as words } from '@app/words/projects.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { wordsOf } from '../../../api/failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { begunStudy, discardBegun } from '../../../product/begun-study.ts';
import { useUser } from '../../../session/session.ts';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../../ui/pager.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { useProjectStudies } from '../project-queries.ts';
import { rowTitleId, useFocusOnRow } from '../row-address.ts';
import { BegunStudyRow } from './begun-study-row.tsx';
import { CloseStudyModal } from './close-study-modal.tsx';
import { DeleteStudyModal } from './delete-study-modal.tsx';
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

/** Of which study it is asked, and what: the delete id of S-316. */
interface Asked {
  id: string;
  question: 'CLOSE' | 'DELETE';
}

interface StudyPagesProps {
  projectId: string;
  /** A new one lies on this device. */
  hasBegun: boolean;
  /** What had the focus is gone: it goes to the row of this study, or to the head of the list. */
  onSettled: (id?: string) => void;
}

function StudyPages({ projectId, hasBegun, onSettled }: StudyPagesProps) {
  const page = usePageNumber();
  useHeadingFocus(page);
  const studies = useProjectStudies(projectId, page);
  useFocusOnRow(studies.data !== undefined);
  const [asked, setAsked] = useState<Asked | null>(null);
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
  const askedOf = asked && content.find(({ id }) => id === asked.id);
  const settle = (id?: string) => {
    setAsked(null);
    onSettled(id);
  };
  return (
    <>
      {content.length === 0 && !hasBegun && (
        <EmptyState
          title={words.studiesEmptyTitle}
          text={words.studiesEmptyText}
          action={<LinkButton to={paths.createStudy(projectId)}>{words.createStudy}</LinkButton>}
        />
      )}
      {content.length > 0 && (
        <ul
          aria-label={words.studiesHeading}
          className={cx('flex flex-col gap-4 transition-opacity', studies.isPlaceholderData && 'opacity-60')}
        >
          {content.map((study) => (
            <StudyRow
              key={study.id}
              study={study}
              onAsk={(question) => setAsked({ id: study.id, question })}
              onElsewhere={() => onSettled(study.id)}
            />
          ))}
        </ul>
      )}
      <Pager number={number} totalPages={totalPages} />
      {askedOf && asked.question === 'DELETE' && (
        <DeleteStudyModal
          study={askedOf}
          onKeep={() => setAsked(null)}
          onDeleted={() => settle()}
          onKept={() => settle(asked.id)}
        />
      )}
      {askedOf && asked.question === 'CLOSE' && (
        <CloseStudyModal study={askedOf} onKeep={() => setAsked(null)} onSettled={() => settle(asked.id)} />
      )}
    </>
  );
}

function onStorage(told: () => void) {
  window.addEventListener('storage', told);
  return () => window.removeEventListener('storage', told);
}

/** The studies of a project, newest first. */
export function StudyList({ projectId }: { projectId: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [settled, setSettled] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (settled === undefined) return;
    const row = settled.id !== undefined && document.getElementById(rowTitleId(settled.id));
    (row || heading.current)?.focus();
  }, [settled]);
  const userId = useUser()?.userId ?? '';
  // Asked anew after it is drawn: the wizard that is being left puts its last words down only then.
  const begun = useSyncExternalStore(
    onStorage,
    () => begunStudy(userId, projectId),
    () => null,
  );

  function discard(isByKeyboard: boolean) {
    const takeBack = discardBegun(userId, projectId);
    setSettled({ id: undefined });
    const onPress = () => {
      takeBack();
      setSettled({ id: undefined });
    };
    toast.success(words.discarded, { action: { label: words.undo, onPress, takesFocus: isByKeyboard } });
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 focus:unmarked">
        {words.studiesHeading}
      </h2>
      {begun !== null && <BegunStudyRow projectId={projectId} name={begun} onDiscard={discard} />}
      <StudyPages projectId={projectId} hasBegun={begun !== null} onSettled={(id) => setSettled({ id })} />
    </>
  );
}
