import { NumberToCall } from '@app/contracts/project/booking-fields.ts';
import { type OwnBooking, changeNumber } from '@app/contracts/project/bookings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { callProject } from '../../../api/call.ts';
import { NumberFields } from '../../../forms/number-fields.tsx';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { toast } from '../../../ui/toast.ts';

interface NumberModalProps {
  booking: OwnBooking;
  refetch: () => Promise<void>;
  onClose: () => void;
}

export function NumberModal({ booking, refetch, onClose }: NumberModalProps) {
  const { id, phoneNumber, isOnWhatsApp } = booking;
  const draft = useDraftForm(NumberToCall, {
    defaultValues: { phoneNumber: localNumber(phoneNumber ?? ''), isOnWhatsApp },
  });
  const sending = useSubmit(draft, async (body) => {
    await callProject(changeNumber, { params: { id }, body });
    await refetch();
    onClose();
    toast.success(dialogs.numberChanged);
  });
  return (
    <FormModal
      title={words.changeNumber}
      save={dialogs.saveNumber}
      keep={dialogs.close}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <NumberFields field={draft.field} />
    </FormModal>
  );
}
