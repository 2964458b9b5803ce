import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useDecisions } from '../decide/use-decisions.ts';
import { useDeclineDraft } from '../decide/use-decline.ts';
import { type Selection, SELECT_ALL_ID } from './selection.tsx';
import { useEffect, useState } from 'react';
import { rowToggleId } from './applicant-row.tsx';

/** After a decision, the focused button or toast may be gone, so the row takes the focus. */
function useFocusAfter() {
  const [decided, setDecided] = useState<readonly string[]>([]);
  useEffect(() => {
    const [first, second] = decided;
    if (first === undefined) return;
    const { activeElement } = document;
    const goal = document.getElementById(second === undefined ? rowToggleId(first) : SELECT_ALL_ID);
    const going = activeElement?.closest('[data-decisions]');
    // If the person is already in another row, the focus stays there.
    const isGoing = going && going.closest('tbody') === goal?.closest('tbody');
    if (activeElement?.closest('table') && !isGoing) return;
    // The open details may be taller than the screen, so the focus goes to the row's buttons.
    const target = going?.closest<HTMLElement>('[role="group"]') ?? goal;
    target?.focus({ preventScroll: true });
  }, [decided]);
  return setDecided;
}

export function useListDecisions(studyId: string, rows: readonly Applicant[], selection: Selection) {
  const focusAfter = useFocusAfter();
  const [declining, setDeclining] = useState<string[]>();
  const [decline, setDecline] = useDeclineDraft(declining ?? []);
  const [toReview, setToReview] = useState<readonly Applicant[]>();
  const decisions = useDecisions(studyId, rows, (outcome, { ids }) => {
    const isDone = outcome.failure === undefined;
    if (isDone) setDeclining(undefined);
    if (isDone) setToReview(undefined);
    const reached = new Set(outcome.decided);
    selection.selectOnly(selection.selected.map(({ id }) => id).filter((id) => !reached.has(id)));
    if (isDone) focusAfter(ids);
  });
  return { ...decisions, focusAfter, declining, setDeclining, decline, setDecline, toReview, setToReview };
}

export type ListDecisions = ReturnType<typeof useListDecisions>;
