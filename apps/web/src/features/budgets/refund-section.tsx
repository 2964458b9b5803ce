import { type Budget, closeBudget } from '@app/contracts/payment/budgets.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callPayment } from '../../api/call-payment.ts';
import { failureMessage } from '../../api/failure.ts';
import { budgetKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { fundingAccount } from './funding-progress.tsx';

interface RefundSectionProps {
  budget: Budget;
  study: Pick<Study, 'state' | 'incentive'>;
}

const texts: Record<Study['state'], string> = {
  DRAFT: words.closeDraft,
  PUBLISHED: words.closeFirst,
  PAUSED: words.closeFirst,
  CLOSED: words.closeText,
};

export function RefundSection({ budget, study: { state, incentive } }: RefundSectionProps) {
  const { studyId, returnableInPesewas } = budget;
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [closings, setClosings] = useState(0);
  useHeadingFocus(closings);
  const closing = useSingleCall(['close-budget', studyId], {
    mutationFn: () => callPayment(closeBudget, { params: { studyId } }),
    onSuccess: (next) => {
      client.setQueryData(budgetKeys.one(studyId), next);
      toast.success(words.given);
      // A dialog that closes focuses its button, so it must close before the heading gets the focus.
      setIsAsking(false);
      setClosings(closings + 1);
    },
    onError: () => undefined,
  });
  function keep() {
    setIsAsking(false);
    closing.reset();
  }
  const received = budget.fundings.filter((funding) => funding.state === 'SUCCEEDED');
  if (budget.state === 'CLOSED' || received.length === 0) return null;
  const isPublished = state === 'PUBLISHED' || state === 'PAUSED';
  const paysNobody = isPublished && incentive === 0;
  const charges = received.reduce((sum, { feeInPesewas }) => sum + (feeInPesewas ?? 0), 0);
  const accounts = [...new Set(received.map(fundingAccount))].join('; ');
  return (
    <section className="mt-10 border-t border-line pt-6">
      <h2 className="text-lg">{words.closeHeading}</h2>
      <p className="mt-1 max-w-text text-sm text-cocoa-2">
        {paysNobody ? words.paysNobodyText : texts[state]}
      </p>
      {/* While the study accepts participants, the service does not close the budget. */}
      {(!isPublished || paysNobody) && (
        <Button variant="quietDanger" className="mt-4 border-laterite!" onClick={() => setIsAsking(true)}>
          {words.close}
        </Button>
      )}
      {isAsking && (
        <Modal
          isOpen
          onClose={keep}
          title={words.closeTitle(returnableInPesewas)}
          actions={
            <>
              <Button variant="secondary" onClick={keep}>
                {words.keep}
              </Button>
              {/* This button deletes or ends something, so it is far from Cancel. */}
              <Button
                variant="danger"
                className="sm:mr-auto"
                isBusy={closing.isPending}
                onClick={() => closing.mutate()}
              >
                {words.close}
              </Button>
            </>
          }
        >
          <p>{(state === 'DRAFT' ? words.closeAskDraft : words.closeAsk)(accounts, charges)}</p>
          <p role="alert" className="mt-3 font-semibold text-laterite empty:mt-0">
            {closing.error && failureMessage(closing.error)}
          </p>
        </Modal>
      )}
    </section>
  );
}
