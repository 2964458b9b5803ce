import { removeSlot, type SlotForResearcher } from '@app/contracts/project/slots.ts';
import { studyTimesWords as words } from '@app/words/study-times.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { meetingKeys } from '../../../api/keys.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { serverToday } from '../../../api/server-today.ts';
import { MeetingPeople } from '../../../product/meetings/meeting-people.tsx';
import { groupByMeeting } from '../../../product/meetings/group-meetings.ts';
import { useNow } from '../../../product/meetings/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';

interface SlotModalProps {
  studyId: string;
  slot: SlotForResearcher;
  mayChange: boolean;
  onClose: () => void;
}

export function SlotModal({ studyId, slot, mayChange, onClose }: SlotModalProps) {
  const client = useQueryClient();
  const now = useNow();
  const { slotId, startsAt, taken, isFree, bookings } = slot;
  const removal = useSingleCall(['remove-slot', studyId, slotId], {
    mutationFn: () => callProject(removeSlot, { params: { id: studyId, slotId } }),
    onSuccess: () => {
      toast.success(words.takenOut);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  const isEmpty = taken === 0;
  const [meeting] = groupByMeeting(bookings);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.slotTitle(shortDay(startsAt.slice(0, 10), serverToday()), clock(startsAt))}
      actions={
        isEmpty && mayChange ? (
          <>
            <Button variant="danger" isBusy={removal.isPending} onClick={() => removal.mutate()}>
              {words.takeOut}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {words.keep}
            </Button>
          </>
        ) : undefined
      }
    >
      {isEmpty && <p>{isFree ? words.freeText : words.busyText}</p>}
      {meeting && (
        <div className="text-cocoa">
          <MeetingPeople meeting={meeting} now={now} />
        </div>
      )}
    </Modal>
  );
}
