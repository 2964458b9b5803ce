import { applicantWords as words } from '@app/words/applicants.ts';
import { type Applicant, remarkApplicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useState, useRef, memo, type ReactNode } from 'react';
import { callProject } from '../../../api/call.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { cx } from '../../../ui/cx.ts';
import { lazyPart } from '../../../ui/states.tsx';
import { as } from '../../../ui/table-roles.ts';
import { changeRows } from '../applicant-queries.ts';
import { loadSending, useDecisions } from '../decide/use-decisions.ts';
import { canBeDecided } from '../decide/decision-rules.ts';
import { useDecline } from '../decide/use-decline.ts';
import type { ApplicantsView } from '../filter/view.ts';
import { applicantName } from '../applicant-name.ts';
import { rowToggleId, ApplicantRow, rowClass, type RowProps } from './applicant-row.tsx';
import { LoadMore, type More } from './load-more.tsx';
import { DetailsLoading, LoadingApplicants } from './loading-applicants.tsx';
import { useNamed } from './use-names.ts';
import { SELECT_ALL_ID, type Selection } from './selection.tsx';

const loadDeclineModal = async () => (await import('../decide/decline-modal.tsx')).DeclineModal;
const DeclineModal = lazyPart(loadDeclineModal);
const ApplicantDetails = lazyPart(
  async () => (await import('../details/applicant-details.tsx')).ApplicantDetails,
  <DetailsLoading />,
);
const loadNeedsReviewModal = async () => (await import('../decide/needs-review-modal.tsx')).NeedsReviewModal;
const NeedsReviewModal = lazyPart(loadNeedsReviewModal);
const UndecidedNotice = lazyPart(
  async () => (await import('../decide/undecided-notice.tsx')).UndecidedNotice,
);
const DecisionBar = lazyPart(async () => (await import('../decide/decision-bar.tsx')).DecisionBar);

/** The code is preloaded because the connection may be gone later. */
function loadDeciding(): void {
  Promise.all([loadDeclineModal(), loadNeedsReviewModal(), loadSending()]).catch(() => undefined);
}

const none: readonly Applicant[] = [];

interface ApplicantListProps {
  study: Study;
  rows: readonly Applicant[];
  selection: Selection;
  mayDecide: boolean;
  sort: ApplicantsView['sort'];
  isOld: boolean;
  more: More | undefined;
}

function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const open = useCallback((id: string) => setOpened((before) => new Set(before).add(id)), []);
  return { opened, toggle, open };
}

/** The pressed button may be gone; a toast that takes the focus returns it here. */
function useFocusAfter() {
  const [decided, setDecided] = useState<readonly string[]>([]);
  useEffect(() => {
    const [first, second] = decided;
    if (first === undefined) return;
    const { activeElement } = document;
    const goal = document.getElementById(second === undefined ? rowToggleId(first) : SELECT_ALL_ID);
    const going = activeElement?.closest('[data-decisions]');
    // A person who has moved to another row stays there.
    const isGoing = going && going.closest('tbody') === goal?.closest('tbody');
    if (activeElement?.closest('table') && !isGoing) return;
    // Open details may be taller than the screen.
    const kept = going?.closest<HTMLElement>('[role="group"]') ?? goal;
    kept?.focus({ preventScroll: true });
  }, [decided]);
  return setDecided;
}

/**
 * This optimistic update cannot conflict, because only this researcher changes the value; a failure rolls it
 * back.
 */
function useFavourite(studyId: string): (applicant: Applicant) => void {
  const client = useQueryClient();
  // Two parallel changes of one person could arrive in the wrong order.
  const underWay = useRef(new Set<string>());
  return useCallback(
    ({ id, isFavourite }) => {
      if (underWay.current.has(id)) return;
      underWay.current.add(id);
      const show = (is: boolean) =>
        changeRows(client, studyId, new Map([[id, (row) => ({ ...row, isFavourite: is })]]));
      show(!isFavourite);
      callProject(remarkApplicant, {
        params: { id: studyId, applicationId: id },
        body: { isFavourite: !isFavourite },
      })
        .catch((error: unknown) => {
          show(isFavourite);
          toastFailure(error);
        })
        .finally(() => underWay.current.delete(id));
    },
    [client, studyId],
  );
}

interface TableProps extends Pick<RowProps, 'screeners' | 'onToggle' | 'onFavourite' | 'onDecline'> {
  rows: readonly Applicant[];
  sort: ApplicantsView['sort'];
  selected: ReadonlySet<string>;
  onSelect: RowProps['onSelect'];
  opened: ReadonlySet<string>;
  renderDetails: (applicant: Applicant) => ReactNode;
  /** The value is undefined when this researcher may not decide. */
  onDecide: RowProps['onDecide'];
  deciding: readonly string[];
  isOld: boolean;
}

const { column } = words;

const sortedBy = {
  NEWEST: 'descending',
  OLDEST: 'ascending',
  YOUNGEST: 'ascending',
  ELDEST: 'descending',
} as const;

const unseen: ReadonlySet<string> = new Set(['select', 'decision', 'favourite']);

function Head({ sort }: Pick<TableProps, 'sort'>) {
  const byAge = sort === 'YOUNGEST' || sort === 'ELDEST';
  const columns = [
    ['select'],
    ['name'],
    ['person', byAge ? sortedBy[sort] : undefined],
    ['screening'],
    ['status'],
    ['applied', byAge ? undefined : sortedBy[sort]],
    ['answers'],
    ['decision'],
    ['favourite'],
  ] as const;
  return (
    <thead {...as.rowgroup} className="block max-xl:sr-only">
      <tr {...as.row} className={cx(rowClass, 'h-8 text-left text-xs whitespace-nowrap text-cocoa-2')}>
        {columns.map(([name, sorted]) => (
          <th key={name} {...as.columnheader} scope="col" aria-sort={sorted} className="font-semibold">
            <span className={cx(unseen.has(name) && 'sr-only')}>{column[name]}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A grid layout lets rows become cards and skip layout off screen. */
const ApplicantTable = memo(function ApplicantTable(props: TableProps) {
  const { rows, screeners, sort, selected, onSelect, opened, renderDetails, onToggle, onFavourite } = props;
  const { onDecide, onDecline, deciding, isOld } = props;
  return (
    <table
      {...as.table}
      aria-label={words.tableLabel}
      className={cx(
        'block overflow-hidden rounded-card border border-line bg-surface transition-opacity',
        isOld && 'opacity-60',
      )}
    >
      <Head sort={sort} />
      {rows.map((applicant) => (
        <ApplicantRow
          key={applicant.id}
          applicant={applicant}
          screeners={screeners}
          isSelected={selected.has(applicant.id)}
          onSelect={canBeDecided(applicant) ? onSelect : undefined}
          onToggle={onToggle}
          onFavourite={onFavourite}
          onDecide={applicant.status === 'PENDING' ? onDecide : undefined}
          onDecline={onDecline}
          isBusy={deciding.includes(applicant.id)}
          details={opened.has(applicant.id) ? renderDetails(applicant) : null}
        />
      ))}
    </table>
  );
});

export function ApplicantList(props: ApplicantListProps) {
  const { study, rows, selection, mayDecide, sort, isOld, more } = props;
  // Rendering a hundred rows at once would block a cheap phone.
  const shown = useDeferredValue(rows, none);
  const { opened, toggle, open } = useOpened();
  useNamed(shown, more, open);
  const setFavourite = useFavourite(study.id);
  const focusAfter = useFocusAfter();
  const [declining, setDeclining] = useState<string[]>();
  const [decline, setDecline] = useDecline(declining ?? []);
  const [toReview, setToReview] = useState<readonly Applicant[]>();

  const decisions = useDecisions(study.id, rows, (outcome, { ids }) => {
    const isDone = outcome.failure === undefined;
    if (isDone) setDeclining(undefined);
    if (isDone) setToReview(undefined);
    const reached = new Set(outcome.decided);
    selection.selectOnly(selection.selected.map(({ id }) => id).filter((id) => !reached.has(id)));
    if (isDone) focusAfter(ids);
  });

  const { decide, isDeciding, unreached, dismiss } = decisions;
  const acceptOne = (id: string) =>
    decide({ ids: [id], verdict: { status: 'ACCEPTED' }, isByKeyboard: false });
  const cancelMeetings = (ids: string[]) =>
    decide({ ids, verdict: { status: 'PENDING', cancelsMeeting: true }, isByKeyboard: false });

  const isAboutToDecide = selection.selected.length > 0 || opened.size > 0;
  useEffect(() => {
    if (isAboutToDecide) loadDeciding();
  }, [isAboutToDecide]);

  /** The pressed button disappears with its action. */
  const focusFirst = (act: () => void) => () => {
    document.getElementById(SELECT_ALL_ID)?.focus();
    act();
  };
  const renderDetails = (applicant: Applicant) => (
    <ApplicantDetails
      applicant={applicant}
      studyId={study.id}
      screeners={study.screeners}
      onDecide={mayDecide ? decide : undefined}
      onDecline={setDeclining}
      isDeciding={isDeciding}
    />
  );
  const [firstDeclined] = declining ?? [];
  const declinedRow = rows.find(({ id }) => id === firstDeclined);
  return (
    <>
      {unreached && (
        <UndecidedNotice
          key={unreached.undecided.map(({ applicationId }) => applicationId).join()}
          study={study}
          unreached={unreached}
          onAccept={acceptOne}
          onCancelMeetings={cancelMeetings}
          onDismiss={focusFirst(dismiss)}
        />
      )}
      {/* The first rows render later; no empty table is shown before. */}
      {shown.length === 0 && rows.length > 0 && <LoadingApplicants />}
      <div
        hidden={shown.length === 0 && rows.length > 0}
        onPointerEnter={loadDeciding}
        onFocus={loadDeciding}
      >
        <ApplicantTable
          rows={shown}
          screeners={study.screeners}
          sort={sort}
          selected={selection.ids}
          onSelect={mayDecide ? selection.select : undefined}
          opened={opened}
          renderDetails={renderDetails}
          onToggle={toggle}
          onFavourite={setFavourite}
          onDecide={mayDecide ? decide : undefined}
          onDecline={setDeclining}
          deciding={decisions.deciding}
          isOld={isOld}
        />
      </div>
      {more && shown.length > 0 && <LoadMore {...more} isAtEnd={shown === rows} />}
      {selection.selected.length > 0 && (
        <DecisionBar
          study={study}
          selected={selection.selected}
          onDecide={decide}
          onDecline={setDeclining}
          onNeedsReview={setToReview}
          onClear={focusFirst(() => selection.selectOnly([]))}
          isDeciding={isDeciding}
        />
      )}
      {toReview && (
        <NeedsReviewModal
          rows={toReview}
          onDecide={decide}
          isDeciding={isDeciding}
          onClose={() => setToReview(undefined)}
        />
      )}
      {declining && declinedRow && (
        <DeclineModal
          ids={declining}
          name={applicantName(declinedRow)}
          decline={decline}
          onChange={setDecline}
          onDecide={decide}
          isDeciding={isDeciding}
          onClose={() => setDeclining(undefined)}
        />
      )}
    </>
  );
}
