import { consentingWords as words } from '@app/words/consenting.ts';
import { type Application, takeBackConsent } from '@app/contracts/project/applications.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

/** Reads the mutation cache and not the last render, so that a double click sends once. */
const TAKING_BACK = ['take-back-consent'];

interface TakeBackModalProps {
  application: Application;
  /** It still runs, and nobody was met yet: more than the answers go. */
  isLeaving: boolean;
  refetch: (left?: Application) => Promise<void>;
  onClose: () => void;
  /** Instead of `onClose`, once it is taken back: the button that opened this is gone. */
  onEnded: () => void;
}

/** Asks first and says what happens, since it is for good. */
export function TakeBackModal({ application, isLeaving, refetch, onClose, onEnded }: TakeBackModalProps) {
  const client = useQueryClient();
  const { id, study } = application;
  const takeBack = useMutation({
    mutationKey: TAKING_BACK,
    mutationFn: () => callProject(takeBackConsent, { params: { id } }),
    onSuccess: async (left) => {
      await refetch(left);
      onEnded();
      toast.success(words.done);
    },
    onError: toastFailure,
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button
            variant="danger"
            isBusy={takeBack.isPending}
            onClick={() => void (client.isMutating({ mutationKey: TAKING_BACK }) === 0 && takeBack.mutate())}
          >
            {words.action}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.whatGoes(study.publicName)}</p>
      {isLeaving && <p className="mt-3">{words.youLeave}</p>}
      {study.incentive > 0 && <p className="mt-3">{words.moneyStays}</p>}
    </Modal>
  );
}
