import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useState } from 'react';
import { toasts } from '../../../ui/toast.ts';
import { isMarked, type Verdict } from '../decide/decision-rules.ts';
import { useDecisions } from '../decide/use-decisions.ts';
import { useDeclineDraft } from '../decide/use-decline.ts';
import type { Reason } from './review-bar.tsx';
import { isWaiting, nextWaiting, type usePosition } from './use-position.ts';

/** Only the last decision can be undone here. More offers would cover the next person. */
function dismissOffers(): void {
  for (const { id, action } of toasts.read()) if (action) toasts.dismiss(id);
}

interface Reviewed {
  studyId: string;
  rows: readonly Applicant[];
  position: ReturnType<typeof usePosition>;
  mayDecide: boolean;
}

export function useReviewDecisions({ studyId, rows, position: { current, goTo }, mayDecide }: Reviewed) {
  const [reason, setReason] = useState<Reason>();
  const [asking, ask] = useState<'REASON' | 'NOTE'>();
  const [declineDraft, setDeclineDraft] = useDeclineDraft(current ? [current.id] : []);
  const [lastDecided, setLastDecided] = useState<string>();

  const { decide, isDeciding, unreached, dismiss } = useDecisions(
    studyId,
    rows,
    (outcome, { ids, verdict }) => {
      const [id] = ids;
      if (outcome.failure === undefined) ask(undefined);
      if (id === undefined || !outcome.decided.includes(id)) return;
      const at = rows.findIndex((row) => row.id === id);
      if (verdict.status === 'PENDING') {
        setLastDecided(undefined);
        goTo(at);
        return;
      }
      setLastDecided(id);
      if (verdict.reason && verdict.reason !== 'OTHER') setReason(verdict.reason);
      goTo((now) => (now === at ? nextWaiting(rows, at) : now));
    },
  );

  function send(id: string, verdict: Verdict) {
    dismissOffers();
    // The focus stays in the review, where the U key undoes the decision.
    decide({ ids: [id], verdict, isByKeyboard: false });
  }
  const canDecide = mayDecide && current !== undefined && isWaiting(current);
  function accept() {
    if (canDecide) send(current.id, { status: 'ACCEPTED' });
  }
  const canDecline = canDecide && !isMarked(current);
  function declineWith(chosen: Reason) {
    if (!canDecline) return;
    if (chosen !== 'OTHER') return send(current.id, { status: 'DECLINED', reason: chosen });
    // This reason alone says little, so the dialog also asks for a note.
    setDeclineDraft({ ...declineDraft, reason: chosen });
    ask('NOTE');
  }
  function decline() {
    if (reason) declineWith(reason);
    else if (canDecline) ask('REASON');
  }
  function undo() {
    if (lastDecided !== undefined) send(lastDecided, { status: 'PENDING' });
  }
  const dialog = { asking, declineDraft, setDeclineDraft };
  return { reason, isDeciding, unreached, dismiss, send, accept, decline, declineWith, undo, ask, dialog };
}

export type ReviewDecisions = ReturnType<typeof useReviewDecisions>;
