import { HOUR_MS } from '@app/contracts/durations.ts';
import type { Payout } from '@app/contracts/payment/payouts.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { cedis } from '@app/words/cedis.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { ownPaymentStateWords } from '@app/words/payout-states.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ownPayments } from '../../api/own-payments.ts';
import { payoutTones } from '../../product/status-tones.ts';
import { IncentiveLine } from '../../product/study-detail-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { type MyStudyRow, isDisputed } from './list-sections.ts';

interface ApplicationPayProps {
  application: Application;
  row: Pick<MyStudyRow, 'part' | 'booking' | 'submission' | 'isPaid'>;
  now: number;
}

export function ApplicationPay({
  application: { id, applicantId, study, status },
  row: { part, booking, submission, isPaid = false },
  now,
}: ApplicationPayProps) {
  const isInDispute = study.incentive > 0 && booking !== undefined && isDisputed(booking);
  // The payment service hears of a payment only when the mark or the decision is final.
  const isFresh = Date.parse((submission ?? booking)?.finalAt ?? '') > now - HOUR_MS;
  const pay = (submission?.status === 'SCREENED_OUT' ? submission.study.screenOutPay : study.incentive) * 100;
  const { data } = useQuery({ ...ownPayments(applicantId, isFresh ? id : undefined), enabled: isPaid });
  const own = isPaid ? data?.filter(({ applicationId }) => applicationId === id) : [];
  if (isInDispute)
    return <p className="mt-2 text-sm font-semibold">{words.payWaits(cedis(study.incentive * 100))}</p>;
  if (!own?.length) {
    if (isPaid && isFresh && data) return <PayState state="CREATED" pesewas={pay} />;
    const isToCome = status === 'ACCEPTED' && study.incentive > 0 && part !== 'PAST' && !study.survey;
    return (
      <>
        <IncentiveLine incentive={study.incentive} survey={study.survey} className="mt-2 text-sm" />
        {isToCome && <p className="text-sm text-cocoa-2">{studyDetailsWords.leaves}</p>}
      </>
    );
  }
  return own.map((payment) => (
    <div key={payment.id}>
      <PayState state={payment.state} pesewas={payment.amountInPesewas} />
      {waitsLonger(payment) && (
        <PaymentReason payment={payment} userId={applicantId} className="mt-1 text-sm text-cocoa-2" />
      )}
    </div>
  ));
}

function PayState({ state, pesewas }: { state: Payout['state']; pesewas: number }) {
  return (
    <p className="mt-2 h-5 text-sm">
      <Link to={paths.money} className="-my-2.75 inline-flex items-center gap-2 py-2.75">
        <Badge tone={payoutTones[state]}>{ownPaymentStateWords[state]}</Badge>
        <span className="figures text-link">{cedis(pesewas)}</span>
        <span className="sr-only">{words.toMoney}</span>
      </Link>
    </p>
  );
}

/** If a payment takes only minutes, no explanation is needed. */
const waitsLonger = ({ state }: Payout) =>
  state === 'HELD' || state === 'ACTION_NEEDED' || state === 'UNFUNDED' || state === 'REVIEW';
const PaymentReason = lazyPart(async () => (await import('../../product/payment-reason.tsx')).PaymentReason);
