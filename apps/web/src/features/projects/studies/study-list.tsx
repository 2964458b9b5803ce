import { cedis } from '@app/words/cedis.ts';
import { choiceWords } from '@app/words/choices.ts';
import { clock } from '@app/words/clock.ts';
import { dayAndMonth } from '@app/words/days.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '../../../api/failure.ts';
import { serverToday } from '../../../api/server-today.ts';
import { discardDraftStudy } from '../../../product/draft-study.ts';
import { studyTones, waitingTone } from '../../../product/status-tones.ts';
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
import { studyDayText } from './study-words.ts';

export function LoadingStudies() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {['one', 'two', 'three', 'four'].map((row) => (
          <div key={row} className="px-4 py-3">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-2 h-4 w-2/3" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The study that a dialog is about: to close it or to delete it (S-316). */
interface Asked {
  id: string;
  question: 'CLOSE' | 'DELETE';
}

interface StudyPagesProps {
  projectId: string;
  hasDraftStudy: boolean;
  /** Called if the focused element has disappeared. Then the row of `id` or the heading takes the focus. */
  onSettled: (id?: string) => void;
}

const columns = [
  words.study,
  words.state,
  words.places,
  words.waiting,
  words.nextMeeting,
  words.pay,
] as const;

function StudyFigure({ column, children }: { column: number; children: ReactNode }) {
  return (
    <div style={{ gridColumn: column }}>
      <dt className="text-xs text-cocoa-3">{columns[column - 1]}</dt> <dd>{children}</dd>
    </div>
  );
}

function nextMeetingText({ nextMeetingAt, durationInMinutes }: StudySummary): string {
  if (durationInMinutes === null) return words.online;
  if (nextMeetingAt === null) return words.noMeeting;
  return words.meetingAt(dayAndMonth(nextMeetingAt, serverToday()), clock(nextMeetingAt));
}

interface StudyRowProps extends Pick<ComponentProps<typeof StudyButtons>, 'onAsk' | 'onElsewhere'> {
  study: StudySummary;
}

function StudyRow({ study, onAsk, onElsewhere }: StudyRowProps) {
  const { id, name, incentive, pendingCount, acceptedCount, desiredNumberOfParticipants: wanted } = study;
  return (
    // The link covers the whole row, so the buttons must lie above it.
    <li className="study-row group relative hover:bg-paper">
      <div className="min-w-0">
        <h3
          id={rowTitleId(id)}
          tabIndex={-1}
          className="text-base leading-tight wrap-anywhere focus:unmarked"
        >
          <Link
            to={paths.study(id)}
            className="after:absolute after:inset-0 after:content-[''] group-hover:text-green group-hover:underline"
          >
            {name}
          </Link>
        </h3>
        <p className="text-xs text-cocoa-3 max-xl:hidden">{studyDayText(study)}</p>
      </div>
      <dl className="figures text-sm text-cocoa-2">
        <StudyFigure column={2}>
          <StudyState study={study} />
        </StudyFigure>
        {study.state !== 'DRAFT' && (
          <>
            <StudyFigure column={3}>
              {wanted !== null && words.acceptedCount(acceptedCount, wanted)}
            </StudyFigure>
            <StudyFigure column={4}>
              {pendingCount > 0 ? <Badge tone={waitingTone}>{pendingCount}</Badge> : pendingCount}
            </StudyFigure>
            <StudyFigure column={5}>{nextMeetingText(study)}</StudyFigure>
          </>
        )}
        <StudyFigure column={6}>{incentive > 0 ? cedis(incentive * 100) : words.unpaid}</StudyFigure>
      </dl>
      <StudyButtons study={study} onAsk={onAsk} onElsewhere={onElsewhere} />
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
          className={cx(
            'studies divide-y divide-line rounded-card border border-line bg-surface transition-opacity',
            studies.isPlaceholderData && 'opacity-60',
          )}
        >
          {/* Screen readers and narrow screens get these names in each row. */}
          <li aria-hidden="true" className="study-row text-xs font-semibold text-cocoa-2">
            {columns.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </li>
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
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-dashed border-line-strong bg-surface px-4 py-2"
    >
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-base leading-tight wrap-anywhere">{title}</h3>
        <p className="text-xs text-cocoa-2">{words.draftStudyText}</p>
      </div>
      <Badge tone={studyTones.DRAFT}>{choiceWords.studyState.DRAFT}</Badge>
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
      <h2 ref={heading} tabIndex={-1} className="mb-2 focus:unmarked">
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
