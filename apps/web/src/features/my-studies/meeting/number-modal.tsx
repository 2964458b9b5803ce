import { NumberToCall } from '@app/contracts/project/booking-fields.ts';
import { type OwnBooking, changeNumber } from '@app/contracts/project/bookings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { useId } from 'react';
import { callProject } from '../../../api/call.ts';
import { NumberFields } from '../../../forms/number-fields.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';

interface NumberModalProps {
  booking: OwnBooking;
  refetch: () => Promise<void>;
  onClose: () => void;
}

/** Another number for the call; the time stays. */
export function NumberModal({ booking, refetch, onClose }: NumberModalProps) {
  const { id, phoneNumber, isOnWhatsApp } = booking;
  const formId = useId();
  const draft = useDraftForm(NumberToCall, {
    defaultValues: { phoneNumber: localNumber(phoneNumber ?? ''), isOnWhatsApp },
  });
  const { submit, isPending } = useSubmit(draft, async (body) => {
    await callProject(changeNumber, { params: { id }, body });
    await refetch();
    onClose();
    toast.success(words.numberChanged);
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.changeNumber}
      actions={
        <>
          {/* Not held: a number that WhatsApp does not take is said at the other field, once this is pressed. */}
          <Button type="submit" form={formId} isBusy={isPending}>
            {words.saveNumber}
          </Button>
        </>
      }
      keep={words.close}
    >
      <form id={formId} onSubmit={submit} noValidate className="text-cocoa">
        <NumberFields field={draft.field} />
      </form>
    </Modal>
  );
}
