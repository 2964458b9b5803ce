import { removeSlot, type SlotForResearcher } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { studyTimesWords as words } from '@app/words/study-times.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { meetingKeys } from '../../../api/keys.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { serverToday } from '../../../api/server-today.ts';
import { ChangePlace, placeText } from '../../../product/meetings/change-place.tsx';
import { MeetingPeople } from '../../../product/meetings/meeting-people.tsx';
import { groupByMeeting } from '../../../product/meetings/group-meetings.ts';
import { useNow } from '../../../product/meetings/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';

interface SlotModalProps {
  study: Study;
  slot: SlotForResearcher;
  mayChange: boolean;
  onClose: () => void;
}

export function SlotModal({ study, slot, mayChange, onClose }: SlotModalProps) {
  const client = useQueryClient();
  const now = useNow();
  const { id: studyId, meetingWay: way } = study;
  const { slotId, startsAt, taken, isFree, ownDetails, bookings } = slot;
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
      {ownDetails && <p className="wrap-anywhere">{words.ownPlace(placeText(ownDetails))}</p>}
      {isEmpty && mayChange && Date.parse(startsAt) > now && (
        <ChangePlace
          of={{
            studyId,
            startsAt,
            way,
            details: ownDetails ?? study.meetingDetails,
            hasOwnDetails: ownDetails !== null,
          }}
          variant="quiet"
          className="mt-2 -ml-4"
        />
      )}
      {meeting && (
        <div className="text-cocoa">
          <MeetingPeople meeting={meeting} now={now} />
        </div>
      )}
    </Modal>
  );
}
