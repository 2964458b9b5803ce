import { cedis } from '@app/words/cedis.ts';
import { choiceWords } from '@app/words/choices.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '../../../api/failure.ts';
import { discardDraftStudy } from '../../../product/draft-study.ts';
import { studyTones } from '../../../product/status-tones.ts';
import { StudyState } from '../../../product/study-state.tsx';
import { useUser } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Pager, ToLastPage, usePageNumber } from '../../../ui/pager.tsx';
import { Loading, Skeleton, FailedState, EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { useProjectStudies } from '../project-queries.ts';
import { rowTitleId, useFocusOnRow } from '../row-address.ts';
import { CloseStudyModal } from './close-study-modal.tsx';
import { DeleteStudyModal } from './delete-study-modal.tsx';
import { StudyButtons } from './study-buttons.tsx';
import { studyDayText, studyNote } from './study-words.ts';

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

/** The study that a dialog asks about (S-316): to close it, or to delete it. */
interface Asked {
  id: string;
  question: 'CLOSE' | 'DELETE';
}

interface StudyPagesProps {
  projectId: string;
  hasDraftStudy: boolean;
  /** The focused element is gone, so the row of `id` or the heading takes the focus. */
  onSettled: (id?: string) => void;
}

function durationText({ durationInMinutes }: StudySummary): string {
  const known: Record<number, string> = choiceWords.durationInMinutes;
  return (durationInMinutes !== null && known[durationInMinutes]) || words.notSet;
}

function acceptedText({ acceptedCount, desiredNumberOfParticipants: wanted }: StudySummary): string {
  return wanted === null ? words.notSet : words.acceptedCount(acceptedCount, wanted);
}

function StudyFigure({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dt className="text-xs text-cocoa-3">{label}</dt>
      <dd className="figures font-semibold">{value}</dd>
    </div>
  );
}

interface StudyRowProps extends Pick<ComponentProps<typeof StudyButtons>, 'onAsk' | 'onElsewhere'> {
  study: StudySummary;
}

function StudyRow({ study, onAsk, onElsewhere }: StudyRowProps) {
  const note = studyNote(study);
  return (
    // The card's link covers the whole card, so the buttons must be above it.
    <li className="group relative rounded-card border border-line bg-surface p-5 hover:border-cocoa sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h3 id={rowTitleId(study.id)} tabIndex={-1} className="wrap-anywhere focus:unmarked">
            <Link
              to={paths.study(study.id)}
              className="after:absolute after:inset-0 after:content-[''] group-hover:text-green group-hover:underline"
            >
              {study.name}
            </Link>
          </h3>
          <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">{words.publicNameIs(study.publicName)}</p>
          {study.incentive > 0 && (
            <p className="figures mt-1 text-sm font-semibold">{words.pays(cedis(study.incentive * 100))}</p>
          )}
        </div>
        <StudyState study={study} />
      </div>
      {study.state !== 'DRAFT' && (
        <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3 sm:flex sm:gap-x-10">
          <StudyFigure label={words.applied} value={study.appliedCount} />
          <StudyFigure label={words.qualified} value={study.qualifiedCount} />
          <StudyFigure label={words.waiting} value={study.pendingCount} />
          <StudyFigure label={words.accepted} value={acceptedText(study)} />
          <StudyFigure label={words.duration} value={durationText(study)} />
        </dl>
      )}
      {note && <p className="mt-3 max-w-text text-sm text-cocoa-2">{note}</p>}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="text-sm text-cocoa-3">{studyDayText(study)}</p>
        <StudyButtons study={study} onAsk={onAsk} onElsewhere={onElsewhere} />
      </div>
    </li>
  );
}

function StudyPages({ projectId, hasDraftStudy, onSettled }: StudyPagesProps) {
  const page = usePageNumber();
  useHeadingFocus(page);
  const studies = useProjectStudies(projectId, page);
  useFocusOnRow(studies.data !== undefined);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (studies.data === undefined) {
    if (!studies.isError) return <LoadingStudies />;
    return (
      <FailedState
        text={failureMessage(studies.error)}
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
      {content.length === 0 && !hasDraftStudy && (
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

interface DraftStudyRowProps {
  projectId: string;
  name: string;
  onDiscard: (isByKeyboard: boolean) => void;
}

/** This draft exists only on this device. */
function DraftStudyRow({ projectId, name, onDiscard }: DraftStudyRowProps) {
  const title = name === '' ? words.draftStudyUnnamed : name;
  return (
    <section
      aria-label={words.draftStudyLabel}
      className="mb-4 rounded-card border border-dashed border-line-strong bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-40 wrap-anywhere">{title}</h3>
        <Badge tone={studyTones.DRAFT}>{choiceWords.studyState.DRAFT}</Badge>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-cocoa-2">{words.draftStudyText}</p>
        <div className="flex flex-wrap gap-x-1 gap-y-2">
          <Button
            variant="plain"
            size="small"
            aria-label={words.discardDraftStudy(title)}
            onClick={({ detail }) => onDiscard(detail === 0)}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            {words.discard}
          </Button>
          <LinkButton
            variant="secondary"
            size="small"
            to={paths.createStudy(projectId)}
            aria-label={controls.continueNamed(title)}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
            {controls.continue}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

interface StudyListProps {
  projectId: string;
  draftStudyName: string | null;
  onDraftStudyChange: () => void;
}

export function StudyList({ projectId, draftStudyName, onDraftStudyChange }: StudyListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [settled, setSettled] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (settled === undefined) return;
    const row = settled.id !== undefined && document.getElementById(rowTitleId(settled.id));
    (row || heading.current)?.focus();
  }, [settled]);
  const userId = useUser()?.userId ?? '';
  function discard(isByKeyboard: boolean) {
    const undoDiscard = discardDraftStudy(userId, projectId);
    const settle = () => {
      onDraftStudyChange();
      setSettled({ id: undefined });
    };
    settle();
    const onPress = () => {
      undoDiscard();
      settle();
    };
    toast.success(words.discarded, { action: { label: words.undo, onPress, takesFocus: isByKeyboard } });
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 focus:unmarked">
        {words.studiesHeading}
      </h2>
      {draftStudyName !== null && (
        <DraftStudyRow projectId={projectId} name={draftStudyName} onDiscard={discard} />
      )}
      <StudyPages
        projectId={projectId}
        hasDraftStudy={draftStudyName !== null}
        onSettled={(id) => setSettled({ id })}
      />
    </>
  );
}
