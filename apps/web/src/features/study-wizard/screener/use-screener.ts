import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { toast, toasts } from '../../../ui/toast.ts';
import {
  changeScreener,
  focusTargetAfter,
  changeRefusal,
  type Screener,
  type ScreenerChange,
  inverseChange,
} from './screener.ts';

const SETTLE_MS = 300;

/** A draft may have texts above their limits, so these are accepted here. */
export function storedScreener(): Screener {
  const stored = readDraft(DRAFT_KEYS.screener);
  if (!Array.isArray(stored)) return [];
  const shortened: unknown = JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
    key === 'question' || key === 'answer' ? '' : value,
  );
  return ScreenerSurvey.safeParse(shortened).success ? stored : [];
}

export function useScreener() {
  const [screener, setScreener] = useState(storedScreener);
  /** A new object at each move, so that moving twice to the same place works. */
  const [place, setPlace] = useState<{ id: string; isBesideGone: boolean } | null>(null);
  const latest = useRef(screener);
  const isChanged = useRef(false);
  const undos = useRef(new Set<() => void>());

  const change = useCallback(function change(wanted: ScreenerChange, isByKeyboard = false): void {
    const before = latest.current;
    const refusal = changeRefusal(before, wanted);
    if (refusal !== null) {
      toast.info(refusal);
      return;
    }
    const after = changeScreener(before, wanted);
    const id = focusTargetAfter(before, after, wanted);
    if (id !== undefined) setPlace({ id, isBesideGone: wanted.type.startsWith('REMOVE') });
    latest.current = after;
    isChanged.current = true;
    setScreener(after);
    const undo = inverseChange(before, wanted);
    if (undo === undefined) return;
    const onPress = () => change(undo.change);
    undos.current.add(onPress);
    const message = wanted.type === 'REMOVE_QUESTION' ? words.questionDeleted : words.choiceDeleted;
    toast.info(message(undo.number), {
      action: { label: words.undo, onPress, takesFocus: isByKeyboard },
    });
  }, []);

  useEffect(() => {
    // A draft that did not change is not written, because a log-out may have cleared it.
    if (!isChanged.current) return undefined;
    const keep = () => {
      if (isChanged.current) writeDraft(DRAFT_KEYS.screener, screener);
      isChanged.current = false;
    };
    const timer = setTimeout(keep, SETTLE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [screener]);

  useEffect(() => {
    const offered = undos.current;
    return () => {
      if (isChanged.current) writeDraft(DRAFT_KEYS.screener, latest.current);
      for (const { id, action } of toasts.read())
        if (action && offered.has(action.onPress)) toasts.dismiss(id);
    };
  }, []);

  return { screener, change, place };
}

export type ChangeScreener = ReturnType<typeof useScreener>['change'];
