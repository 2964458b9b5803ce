import { MAX_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import type { Budget } from '@app/contracts/payment/budgets.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { type Payout, listPayouts } from '@app/contracts/payment/payouts.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { bonusForLonger } from '@app/contracts/project/submission-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { cedis } from '@app/words/cedis.ts';
import { longDate } from '@app/words/days.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { callProject } from '../../api/call.ts';
import { callPayment } from '../../api/call-payment.ts';
import { failureMessage } from '../../api/failure.ts';
import { applicantKeys, budgetKeys } from '../../api/keys.ts';
import { payoutTones } from '../../product/status-tones.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type BonusToGive, sendingFee } from './pending-bonuses.ts';
import { lazyPart, Loading, Skeleton, FailedState } from '../../ui/states.tsx';
import { Pager, usePageNumber } from '../../ui/pager.tsx';

const BonusModal = lazyPart(async () => (await import('./bonus-modal.tsx')).BonusModal);

function usePayouts(budget: Budget, page: number) {
  const { studyId, paidInPesewas, onItsWayInPesewas } = budget;
  return useQuery({
    queryKey: budgetKeys.payouts(studyId, page, paidInPesewas, onItsWayInPesewas),
    queryFn: ({ signal }) =>
      callPayment(listPayouts, { query: { studyId, page, size: MAX_PAGE_SIZE } }, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * Everyone who is paid was accepted. In a long list, people after the first page are shown by their codes.
 */
function useApplicantNames(studyId: string) {
  const accepted = useQuery({
    queryKey: applicantKeys.names(studyId),
    queryFn: ({ signal }) => {
      const query = { status: 'ACCEPTED', page: 0, size: MAX_PAGE_SIZE } as const;
      return callProject(listApplicants, { params: { id: studyId }, query }, signal);
    },
  });
  const names = new Map(
    accepted.data?.content.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  );
  return { names, isAwaited: accepted.isLoading };
}

function useNamed(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || hash === '') return;
    // Navigation moves the focus first, so this waits for one frame.
    requestAnimationFrame(() => document.getElementById(hash.slice(1))?.focus());
  }, [isThere, hash]);
}

type Recipient = Pick<BonusToGive, 'applicationId' | 'participantCode'>;

const Line = memo(function Line({
  payout: { kind, state, studyId, applicationId, participantCode, amountInPesewas, note, createdAt, paidAt },
  name,
  onBonus,
}: {
  payout: Payout;
  /** Empty or undefined if the name is unknown, for example of a deleted account. */
  name: string | undefined;
  onBonus: ((recipient: Recipient) => void) | undefined;
}) {
  const recipient = applicationId !== null && participantCode !== null && { applicationId, participantCode };
  const mayAdd = onBonus && kind === 'INCENTIVE' && state !== 'CANCELLED';
  return (
    <li
      id={kind === 'INCENTIVE' && recipient ? recipient.applicationId : undefined}
      tabIndex={-1}
      className="flex scroll-mt-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 last:pb-0"
    >
      <div className="min-w-0">
        <p className="font-semibold">
          {recipient ? (
            <Link
              to={paths.applicant(studyId, recipient.applicationId)}
              className="text-link inline-flex min-h-6 items-center max-sm:min-h-11"
            >
              {name || words.participant(recipient.participantCode)}
            </Link>
          ) : (
            words.kind[kind]
          )}
        </p>
        <p className="text-sm text-cocoa-2">
          {recipient && `${words.kind[kind]} · `}
          {recipient && name && `${recipient.participantCode} · `}
          {longDate(paidAt ?? createdAt)}
        </p>
        {note !== null && <p className="text-sm text-cocoa-2 wrap-anywhere">{note}</p>}
        {state === 'REVERSED' && <p className="text-sm text-cocoa-2">{words.reversedText}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={payoutTones[state]}>{payoutStateWords[state]}</Badge>
        <p className="figures font-semibold whitespace-nowrap">{cedis(amountInPesewas)}</p>
        {mayAdd && recipient && (
          <Button
            variant="secondary"
            size="small"
            aria-label={words.bonusTo(recipient.participantCode)}
            onClick={() => onBonus(recipient)}
          >
            {words.bonus}
          </Button>
        )}
      </div>
    </li>
  );
});

interface PaymentsCardProps {
  study: Study;
  budget: Budget;
  onPayIn: ((bonus: BonusToGive) => void) | undefined;
}

export function PaymentsCard({ study: { survey, incentive }, budget, onPayIn }: PaymentsCardProps) {
  const { minutes, medianMinutes } = survey ?? {};
  const page = usePageNumber();
  const payouts = usePayouts(budget, page);
  const [bonusFor, setBonusFor] = useState<Recipient | null>(null);
  const { names, isAwaited } = useApplicantNames(budget.studyId);
  const data = isAwaited ? undefined : payouts.data;
  useNamed(data !== undefined);
  const mayAdd = budget.state === 'OPEN';
  return (
    <Card>
      <h2 className="text-lg">{words.payments}</h2>
      {data === undefined && payouts.isError && (
        <FailedState
          text={failureMessage(payouts.error)}
          onRetry={() => void payouts.refetch()}
          isRetrying={payouts.isFetching}
        />
      )}
      {data === undefined && !payouts.isError && (
        <Loading>
          <Skeleton className="mt-3 h-16" />
        </Loading>
      )}
      {data?.content.length === 0 && <p className="mt-2 text-sm text-cocoa-2">{words.noPayments}</p>}
      {data !== undefined && data.content.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line border-t border-line">
            {data.content.map((payout) => (
              <Line
                key={payout.id}
                payout={payout}
                name={names.get(payout.applicationId ?? '')}
                onBonus={mayAdd ? setBonusFor : undefined}
              />
            ))}
          </ul>
          <Pager number={data.number} totalPages={data.totalPages} />
        </>
      )}
      {bonusFor !== null && (
        <BonusModal
          {...bonusFor}
          {...(minutes && medianMinutes && { cedis: bonusForLonger(incentive, minutes, medianMinutes) })}
          availableInPesewas={budget.availableInPesewas}
          feeInPesewas={sendingFee(budget)}
          onPayIn={
            onPayIn &&
            ((amount) => {
              setBonusFor(null);
              onPayIn({ studyId: budget.studyId, ...bonusFor, cedis: amount });
            })
          }
          onClose={() => setBonusFor(null)}
        />
      )}
    </Card>
  );
}
