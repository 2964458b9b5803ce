import { cancelBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { callProject } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { exactTime } from '../../../format/exact-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';

interface CancelBookingModalProps {
  booking: OwnBooking;
  refetch: () => Promise<void>;
  onClose: () => void;
  /** Called and not `onClose` if the button that opened the dialog has disappeared. */
  onEnded: () => void;
}

export function CancelBookingModal({ booking, refetch, onClose, onEnded }: CancelBookingModalProps) {
  // Stored once, because these values must not change while the dialog is open.
  const [isLate] = useState(() => booking.freeUntil === null || Date.parse(booking.freeUntil) < serverNow());
  const [movesLeft] = useState(booking.movesLeft);
  const time = exactTime(booking.startsAt ?? '');
  const cancellation = useSingleCall<unknown>(['cancel-booking', booking.id], {
    mutationFn: () => callProject(cancelBooking, { params: { id: booking.id }, body: {} }),
    onSuccess: async () => {
      await refetch();
      onEnded();
      toast.success(dialogs.bookingCancelled);
    },
    onSettled: (_, error) => void (error && refetch()),
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={dialogs.cancelTitle}
      actions={
        <Button variant="danger" isBusy={cancellation.isPending} onClick={() => cancellation.mutate()}>
          {dialogs.cancelAction}
        </Button>
      }
      keep={dialogs.keep}
    >
      {movesLeft > 0 ? (
        <>
          <p>{dialogs.cancelText(time)}</p>
          <p className="mt-2">{dialogs.changesLeft(movesLeft)}</p>
        </>
      ) : (
        <p className="font-semibold">{dialogs.cancelLast(time)}</p>
      )}
      {isLate && <p className="mt-2 font-semibold text-gold-ink">{dialogs.cancelLate}</p>}
    </Modal>
  );
}
