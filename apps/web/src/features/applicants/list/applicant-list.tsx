import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useUser } from '../../../session/session.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Decline } from '../decide/decline-modal.tsx';
import { UndecidedNotice } from '../decide/undecided-notice.tsx';
import { loadSending, useDecisions } from '../decide/use-decisions.ts';
import type { View } from '../filter/view.ts';
import { nameOf } from '../name-of.ts';
import { rowsOf } from '../paged.ts';
import { toggleIdOf } from './applicant-row.tsx';
import { ApplicantTable } from './applicant-table.tsx';
import { LoadMore, type More } from './load-more.tsx';
import { DetailsLoading } from './loading-applicants.tsx';
import { SelectAll } from './select-all.tsx';
import { useNamed } from './use-named.ts';
import { useFavourite } from './use-favourite.ts';
import { useSelection } from './use-selection.ts';

const loadDeclineModal = async () => (await import('../decide/decline-modal.tsx')).DeclineModal;
const DeclineModal = lazyPart(loadDeclineModal);
const ApplicantDetails = lazyPart(
  async () => (await import('../details/applicant-details.tsx')).ApplicantDetails,
  <DetailsLoading />,
);
const DecisionBar = lazyPart(async () => (await import('../decide/decision-bar.tsx')).DecisionBar);

const none: readonly Applicant[] = [];
const NO_DECLINE: Decline = { reason: null, note: '' };
const SELECT_ALL_ID = 'select-all-applicants';

interface ApplicantListProps {
  study: Study;
  pages: readonly Page<Applicant>[];
  sort: View['sort'];
  /** Another one is another list. */
  version: string;
  /** It is still the one before. */
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

/** After a decision, where the button that made it may be gone; a toast that takes the focus gives it back to there. */
function useFocusAfter() {
  const [decided, setDecided] = useState<readonly string[]>([]);
  useEffect(() => {
    const [first, second] = decided;
    if (first === undefined || document.activeElement?.closest('table')) return;
    const id = second === undefined ? toggleIdOf(first) : SELECT_ALL_ID;
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [decided]);
  return setDecided;
}

/** The table with what can be done with one or many of its rows. */
export function ApplicantList({ study, pages, sort, version, isOld, more }: ApplicantListProps) {
  const rows = useMemo(() => rowsOf(pages), [pages]);
  // A hundred rows at once would hold up a cheap phone: they are drawn in small pieces, after what was pressed.
  const shown = useDeferredValue(rows, none);
  const selection = useSelection(rows, version);
  const { opened, toggle, open } = useOpened();
  useNamed(shown, more, open);
  const setFavourite = useFavourite(study.id);
  const focusAfter = useFocusAfter();
  const [declining, setDeclining] = useState<string[]>();
  const [decline, setDecline] = useState(NO_DECLINE);
  const mayDecide = useUser()?.adminVerificationStatus === 'VERIFIED';

  const { decide, isDeciding, unreached, dismiss } = useDecisions(study.id, (outcome, { ids, verdict }) => {
    const isDone = outcome.failure === undefined;
    if (isDone) setDeclining(undefined);
    if (isDone && verdict.status === 'DECLINED') setDecline(NO_DECLINE);
    const reached = new Set(outcome.decided);
    selection.selectOnly(selection.selected.map(({ id }) => id).filter((id) => !reached.has(id)));
    if (isDone) focusAfter(ids);
  });

  const isAboutToDecide = selection.selected.length > 0 || opened.size > 0;
  useEffect(() => {
    // Asked for before it is wanted: by then the connection may be gone.
    if (isAboutToDecide) Promise.all([loadDeclineModal(), loadSending()]).catch(() => undefined);
  }, [isAboutToDecide]);

  /** Where the pressed button goes away with what it did. */
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
      {unreached && <UndecidedNotice unreached={unreached} onDismiss={focusFirst(dismiss)} />}
      {mayDecide && selection.selectableCount > 0 && (
        <SelectAll
          id={SELECT_ALL_ID}
          count={selection.selectableCount}
          isAll={selection.isAll}
          isSome={selection.isSome}
          onChange={selection.selectAll}
        />
      )}
      <ApplicantTable
        rows={shown}
        sort={sort}
        selected={selection.ids}
        onSelect={mayDecide ? selection.select : undefined}
        opened={opened}
        renderDetails={renderDetails}
        onToggle={toggle}
        onFavourite={setFavourite}
        isOld={isOld}
      />
      {more && shown.length > 0 && <LoadMore {...more} isAtEnd={shown === rows} />}
      {selection.selected.length > 0 && (
        <DecisionBar
          selected={selection.selected}
          onDecide={decide}
          onDecline={setDeclining}
          onClear={focusFirst(() => selection.selectOnly([]))}
          isDeciding={isDeciding}
        />
      )}
      {declining && declinedRow && (
        <DeclineModal
          ids={declining}
          name={nameOf(declinedRow)}
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
