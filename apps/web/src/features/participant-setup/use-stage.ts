import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readDraft, writeDraft } from '../../forms/drafts.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { STAGE_KEY, type Stage, stageAt } from './stages.ts';

/**
 * The stage on the screen, held by the address after `#`: a phone's back key then goes one stage back, and no guard runs
 * and asks the server, as it would for a page of its own.
 */
export function useStage(isDone: boolean) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  // Once sent, the drafts are gone; what stands behind the good news stays.
  const stage = isDone ? 'payment' : stageAt(hash, readDraft);
  const addressOf = (to: Stage) => ({ search, hash: `#${to}` });
  useHeadingFocus(stage);

  useEffect(() => {
    if (isDone) return;
    writeDraft(STAGE_KEY, stage);
    if (hash !== `#${stage}`) void navigate({ search, hash: `#${stage}` }, { replace: true });
  }, [isDone, stage, search, hash, navigate]);

  return { stage, addressOf, goTo: (to: Stage) => void navigate(addressOf(to)) };
}
