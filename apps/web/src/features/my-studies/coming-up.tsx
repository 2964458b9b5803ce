import {
  cancelBooking,
  confirmBooking,
  listOwnBookings,
  type OwnBooking,
} from '@app/contracts/project/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

const MOST_BOOKINGS = 100;

function GiveBackModal({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const client = useQueryClient();
  const [isLate] = useState(() => booking.freeUntil === null || Date.parse(booking.freeUntil) < Date.now());
  const giving = useSingleCall<unknown>(['give-back', booking.id], {
    mutationFn: () => callProject(cancelBooking, { params: { id: booking.id }, body: {} }),
    onSuccess: () => {
      toast.success(words.givenBack);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.giveBackTitle}
      actions={
        <>
          <Button variant="danger" isBusy={giving.isPending} onClick={() => giving.mutate()}>
            {words.giveBack}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.giveBackText(exactTime(booking.startsAt ?? ''))}</p>
      {isLate && <p className="mt-2 font-semibold text-gold-ink">{words.late}</p>}
    </Modal>
  );
}

/** The way there: who calls, the link or the place. */
function WayThere({ booking: { meetingWay, details } }: { booking: OwnBooking }) {
  const lines = [
    details?.place,
    details?.landmark,
    details?.digitalAddress,
    details?.bring,
    details?.language,
  ];
  return (
    <div className="mt-1 text-cocoa-2 wrap-anywhere">
      <p>{meetingWords.way[meetingWay]}</p>
      {details?.link && (
        <a className="inline-block py-2.5 underline" href={details.link} rel="noreferrer" target="_blank">
          {details.link}
        </a>
      )}
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function MeetingCard({ booking }: { booking: OwnBooking }) {
  const { id, study, studyId, startsAt, state, movesLeft } = booking;
  const client = useQueryClient();
  const [isGivingBack, setIsGivingBack] = useState(false);
  const confirmation = useSingleCall<unknown>(['confirm-meeting', id], {
    mutationFn: () => callProject(confirmBooking, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Card isMarked className="max-sm:p-4">
      <h3 className="text-lg/tight">{exactTime(startsAt ?? '')}</h3>
      <p className="mt-1 font-semibold wrap-anywhere">{study.publicName}</p>
      <WayThere booking={booking} />
      <div className="mt-4 flex flex-wrap gap-2">
        {state === 'BOOKED' ? (
          <Button isBusy={confirmation.isPending} onClick={() => confirmation.mutate()}>
            {words.confirm}
          </Button>
        ) : (
          <p role="status" className="w-full font-semibold text-green">
            {words.confirmed}
          </p>
        )}
        {movesLeft > 0 && (
          <LinkButton variant="secondary" to={paths.chooseTime(studyId)}>
            {words.move}
          </LinkButton>
        )}
        <Button variant="plain" onClick={() => setIsGivingBack(true)}>
          {words.giveBack}
        </Button>
      </div>
      {isGivingBack && <GiveBackModal booking={booking} onClose={() => setIsGivingBack(false)} />}
    </Card>
  );
}

/** The meetings ahead, the next one on top; nothing where there is none. */
export function ComingUp({ userId }: { userId: string }) {
  const queryKey = meetingKeys.own(userId);
  const query = { participantId: userId, page: 0, size: MOST_BOOKINGS };
  const { data } = useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: ({ signal }) => callProject(listOwnBookings, { query }, signal),
  });
  const ahead = (data?.content ?? [])
    .filter(({ state }) => state === 'BOOKED' || state === 'CONFIRMED')
    .toSorted((one, other) => Date.parse(one.startsAt ?? '') - Date.parse(other.startsAt ?? ''));
  if (ahead.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-xl">{words.heading}</h2>
      <ul className="flex flex-col gap-4">
        {ahead.map((booking) => (
          <li key={booking.id}>
            <MeetingCard booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  );
}
