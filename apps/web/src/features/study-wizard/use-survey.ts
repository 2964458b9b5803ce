import { ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../forms/drafts.ts';
import { toast } from '../../ui/toast.ts';
import { changeSurvey, refusalOf, type Survey, type SurveyChange } from './screener.ts';
import { DRAFT_KEYS } from './stages.ts';

const SETTLE_MS = 300;

/** What lies in the browser, as far as it is a survey; its texts may be over their limits, they are being written. */
function storedSurvey(): Survey {
  const stored = readDraft(DRAFT_KEYS.screener);
  if (!Array.isArray(stored)) return [];
  const shortened: unknown = JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
    key === 'question' || key === 'answer' ? '' : value,
  );
  return ScreenerSurvey.safeParse(shortened).success ? stored : [];
}

/** The questions being written, kept in the browser as they change. */
export function useSurvey() {
  const [survey, setSurvey] = useState(storedSurvey);
  const latest = useRef(survey);
  const isChanged = useRef(false);

  const change = useCallback((wanted: SurveyChange) => {
    const refusal = refusalOf(latest.current, wanted);
    if (refusal !== null) return toast.info(refusal);
    latest.current = changeSurvey(latest.current, wanted);
    isChanged.current = true;
    return setSurvey(latest.current);
  }, []);

  useEffect(() => {
    // Only what was changed here: a page that is left because of a log-out must not put the draft back.
    if (!isChanged.current) return undefined;
    const keep = () => {
      if (isChanged.current) writeDraft(DRAFT_KEYS.screener, survey);
      isChanged.current = false;
    };
    const timer = setTimeout(keep, SETTLE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [survey]);

  // Leaving the stage must not cost the last words.
  useEffect(
    () => () => {
      if (isChanged.current) writeDraft(DRAFT_KEYS.screener, latest.current);
    },
    [],
  );

  return { survey, change };
}
