import { confirmBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { downloadMeeting } from '@app/contracts/project/meetings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { exactTime } from '../../../format/exact-time.ts';
import { meetingTime } from '../../../format/meeting-time.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { hasBegun } from '../parts.ts';
import { Report } from './report.tsx';
import { settled, useRefetchMeetings } from './use-refetch-meetings.ts';
import { WayThere } from './way-there.tsx';

const GiveBackModal = lazyPart(async () => (await import('./give-back-modal.tsx')).GiveBackModal);

interface AheadProps {
  booking: OwnBooking;
  now: number;
  Heading?: 'h2' | 'h4';
  /** What was pressed is gone. */
  onEnded: () => void;
}

/** What the confirmation was, or the button for it; the focus of the button goes on to what is said in its place. */
function Confirmation({ booking: { id, state, study } }: { booking: OwnBooking }) {
  const refetch = useRefetchMeetings();
  const confirmation = useSingleCall<unknown>(['confirm-meeting', id], {
    mutationFn: () => callProject(confirmBooking, { params: { id } }),
    onSettled: settled(refetch),
  });
  const said = useRef<HTMLParagraphElement>(null);
  const hasJustConfirmed = confirmation.isSuccess && state === 'CONFIRMED';
  useEffect(() => {
    if (hasJustConfirmed && document.activeElement === document.body) said.current?.focus();
  }, [hasJustConfirmed]);
  if (state === 'CONFIRMED') {
    return (
      <p ref={said} role="status" tabIndex={-1} className="w-full font-semibold text-green focus:unmarked">
        {words.confirmed}
      </p>
    );
  }
  return (
    <Button
      className="max-w-full"
      isBusy={confirmation.isPending}
      aria-label={words.of(words.confirm, study.publicName)}
      onClick={() => confirmation.mutate()}
    >
      {words.confirm}
    </Button>
  );
}

/** A meeting that is to take place: when, the way there, and what can be done. */
export function MeetingAhead({ booking, now, Heading = 'h4', onEnded }: AheadProps) {
  const { id, study, studyId, startsAt, movesLeft, freeUntil } = booking;
  const refetch = useRefetchMeetings();
  const [isGivingBack, setIsGivingBack] = useState(false);
  const download = useSingleCall(['calendar-file', id], {
    mutationFn: () => callProject(downloadMeeting, { params: { id } }),
    onSuccess: saveFile,
  });
  const isOpen = !hasBegun(booking, now);
  const isFree = freeUntil !== null && Date.parse(freeUntil) > now;
  const close = () => setIsGivingBack(false);
  return (
    <div className="mt-3 rounded-control bg-green-tint px-4 py-3">
      <Heading className="figures font-body text-lg/tight font-bold tracking-normal">
        {meetingTime(startsAt ?? '')}
      </Heading>
      <WayThere booking={booking} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Confirmation booking={booking} />
        <Button
          variant="secondary"
          className="max-w-full"
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
          {words.calendar}
        </Button>
      </div>
      {isOpen && (
        <>
          <div className="mt-1 -ml-4 flex flex-wrap">
            {movesLeft > 0 && (
              <LinkButton
                variant="quiet"
                size="small"
                to={paths.chooseTime(studyId)}
                aria-label={words.of(words.move, study.publicName)}
              >
                {words.move}
              </LinkButton>
            )}
            <Button
              variant="quiet"
              size="small"
              aria-label={words.of(words.giveBack, study.publicName)}
              onClick={() => setIsGivingBack(true)}
            >
              {words.giveBack}
            </Button>
          </div>
          <p className="text-sm text-cocoa-2">
            {isFree ? words.freeUntil(exactTime(freeUntil)) : words.late}
            {movesLeft === 0 && ` ${words.lastMove}`}
          </p>
        </>
      )}
      <Report booking={booking} now={now} onEnded={onEnded} />
      {isGivingBack && (
        <GiveBackModal
          booking={booking}
          refetch={refetch}
          onClose={close}
          onEnded={() => {
            close();
            onEnded();
          }}
        />
      )}
    </div>
  );
}
