import { type Payout, reportMissing } from '@app/contracts/payment/payouts.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { cedis } from '@app/words/cedis.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callPayment } from '../../../api/call-payment.ts';
import { paymentKeys } from '../../../api/keys.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';

interface MissingModalProps {
  payment: Payout;
  userId: string;
  onClose: () => void;
}

export function MissingModal({ payment, userId, onClose }: MissingModalProps) {
  const { id, amountInPesewas, walletHint, providerId } = payment;
  const client = useQueryClient();
  const report = useSingleCall<unknown>(['report-missing', id], {
    mutationFn: () => callPayment(reportMissing, { params: { id } }),
    onSuccess: () => toast.success(words.notReceivedSent),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: paymentKeys.own(userId) });
    },
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.notReceivedTitle(cedis(amountInPesewas))}
      actions={
        <Button isBusy={report.isPending} onClick={() => report.mutate()}>
          {words.notReceivedSend}
        </Button>
      }
      keep={words.notReceivedKeep}
    >
      <p>{words.notReceivedText(walletHint ?? '', providerId ?? '')}</p>
    </Modal>
  );
}
