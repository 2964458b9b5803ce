import { type Payout, retryPayout } from '@app/contracts/payment/payouts.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { accountCheckWords } from '@app/words/account-check.ts';
import { ownPaymentStateWords } from '@app/words/payout-states.ts';
import { cedis } from '@app/words/cedis.ts';
import { longDate } from '@app/words/days.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callPayment } from '../../../api/call-payment.ts';
import { paymentKeys } from '../../../api/keys.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { useConfirmAccount } from '../../../product/network-name.tsx';
import { PaymentReason } from '../../../product/payment-reason.tsx';
import { payoutTones } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { Changeable } from '../change/changeable.tsx';

const MissingModal = lazyPart(async () => (await import('./missing-payment-modal.tsx')).MissingModal);

interface PaymentProps {
  payment: Payout;
  study: string;
  userId: string;
  renderForm: (close: () => void) => ReactNode;
}

/** Tries the payment again, to the current account. */
function Mending({ payment: { id, why }, study, userId, renderForm }: PaymentProps) {
  const client = useQueryClient();
  const again = useSingleCall<unknown>(['pay-again', id], {
    mutationFn: () => callPayment(retryPayout, { params: { id } }),
    onSuccess: () => toast.success(words.payingAgain),
    onSettled: () => client.invalidateQueries({ queryKey: paymentKeys.own(userId) }),
  });
  const confirmation = useConfirmAccount(userId);
  return (
    <div className="mt-3 flex flex-wrap items-end gap-x-3">
      {why === 'NAME_DIFFERS' && (
        <Button size="small" isBusy={confirmation.isPending} onClick={() => confirmation.mutate()}>
          {accountCheckWords.yes}
        </Button>
      )}
      <Button
        size="small"
        variant={why === 'NAME_DIFFERS' ? 'secondary' : 'primary'}
        isBusy={again.isPending}
        aria-label={words.payAgainLabel(study)}
        onClick={() => again.mutate()}
      >
        {words.payAgain}
      </Button>
      <Changeable what={words.payment} label={words.otherAccount} renderForm={renderForm} />
    </div>
  );
}

export function Payment(props: PaymentProps) {
  const { payment, study, userId } = props;
  const { kind, state, amountInPesewas, note, createdAt, paidAt, walletHint, providerId } = payment;
  const [isMissing, setIsMissing] = useState(false);
  const details = [
    ...(kind === 'BONUS' ? [words.isBonus] : []),
    paidAt ? words.paidOn(longDate(paidAt)) : words.dueSince(longDate(createdAt)),
    ...(walletHint ? [words.toAccount(walletHint)] : []),
    ...(providerId ? [words.networkNumber(providerId)] : []),
  ];
  const needsSomething = state === 'ACTION_NEEDED';
  return (
    <li className={needsSomething ? '-mx-3 rounded-control bg-gold-tint px-3 py-4' : 'py-4'}>
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-semibold wrap-anywhere">{study}</p>
        <p className="figures shrink-0 font-semibold whitespace-nowrap">{cedis(amountInPesewas)}</p>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={payoutTones[state]}>{ownPaymentStateWords[state]}</Badge>
        <p className="figures min-w-0 text-sm text-cocoa-2 wrap-anywhere">{details.join(' · ')}</p>
      </div>
      {note && <p className="mt-1.5 max-w-text text-sm text-cocoa-2 wrap-anywhere">{words.bonusFor(note)}</p>}
      <PaymentReason payment={payment} userId={userId} className="mt-1.5 max-w-text text-sm text-cocoa-2" />
      {needsSomething && <Mending {...props} />}
      {state === 'SUCCEEDED' && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-label={words.notReceivedLabel(study)}
          onClick={() => setIsMissing(true)}
        >
          {words.notReceived}
        </Button>
      )}
      {isMissing && <MissingModal payment={payment} userId={userId} onClose={() => setIsMissing(false)} />}
    </li>
  );
}
