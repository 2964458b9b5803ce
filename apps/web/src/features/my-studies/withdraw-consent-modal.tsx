import { consentWithdrawalWords as words } from '@app/words/consent-withdrawal.ts';
import { type Application, withdrawConsent } from '@app/contracts/project/applications.ts';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

interface WithdrawConsentModalProps {
  application: Application;
  /** True if the application ends together with the consent. */
  isLeaving: boolean;
  refetch: (left?: Application) => Promise<void>;
  onClose: () => void;
  /** Called and not `onClose` if the button that opened the dialog has disappeared. */
  onEnded: () => void;
}

export function WithdrawConsentModal({
  application,
  isLeaving,
  refetch,
  onClose,
  onEnded,
}: WithdrawConsentModalProps) {
  const { id, study } = application;
  const withdrawal = useSingleCall(['withdraw-consent'], {
    mutationFn: () => callProject(withdrawConsent, { params: { id } }),
    onSuccess: async (left) => {
      await refetch(left);
      onEnded();
      toast.success(words.done);
    },
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <Button variant="danger" isBusy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          {words.action}
        </Button>
      }
      keep={words.keep}
    >
      <p>{(study.survey ? words.whatGoesOnline : words.whatGoes)(study.publicName)}</p>
      {isLeaving && <p className="mt-3">{study.survey ? words.youLeaveSurvey : words.youLeave}</p>}
      {study.incentive > 0 && <p className="mt-3">{words.moneyStays}</p>}
    </Modal>
  );
}
