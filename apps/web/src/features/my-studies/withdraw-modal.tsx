import { withdrawingWords as words } from '@app/words/withdrawal.ts';
import { type Application, withdrawApplication } from '@app/contracts/project/applications.ts';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

const isDecidedMeanwhile = (error: unknown) =>
  error instanceof CallFailed && error.code === 'APPLICATION_IS_DECLINED';

interface WithdrawModalProps {
  application: Application;
  /** True if this participant has started the survey and has not finished it. */
  isStarted?: boolean;
  refetch: (withdrawn?: Application) => Promise<void>;
  onClose: () => void;
  /** Called and not `onClose` if the button that opened the dialog has disappeared. */
  onEnded: () => void;
}

export function WithdrawModal({
  application,
  isStarted = false,
  refetch,
  onClose,
  onEnded,
}: WithdrawModalProps) {
  const { id, status, study } = application;
  const withdraw = useSingleCall(['withdraw'], {
    mutationFn: () => callProject(withdrawApplication, { params: { id } }),
    onSuccess: async (withdrawn) => {
      await refetch(withdrawn);
      onEnded();
      toast.success(isStarted ? words.stopped : words.done);
    },
    onError: async (error) => {
      toastFailure(error);
      if (!isDecidedMeanwhile(error)) return;
      await refetch();
      onEnded();
    },
  });
  const text = isStarted ? words.ofStarted : status === 'ACCEPTED' ? words.ofAccepted : words.ofPending;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={isStarted ? words.stopTitle : words.title}
      actions={
        <Button variant="danger" isBusy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {isStarted ? words.stop : words.action}
        </Button>
      }
      keep={isStarted ? words.goOn : words.keep}
    >
      {text(study.publicName)}
    </Modal>
  );
}
