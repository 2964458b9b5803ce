import { MINUTE_MS } from '@app/contracts/durations.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { type OwnBooking, confirmBooking } from '@app/contracts/project/bookings.ts';
import { downloadMeeting } from '@app/contracts/project/calendar.ts';
import { clock } from '@app/words/clock.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { LATE_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { exactTime } from '../../../format/exact-time.ts';
import { meetingTime } from '../../../format/meeting-time.ts';
import { withLocalTime } from '../../../format/local-time.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { isMeetingAhead, hasStarted } from '../list-sections.ts';
import { useRefetchMeetings, settled } from './use-refetch-meetings.ts';
import { Report } from './report-button.tsx';
import { ProofWords } from './proof-words.tsx';
import { MeetingOutcome, type OwnMeetingProps } from './meeting-outcome.tsx';

const NumberModal = lazyPart(async () => (await import('./phone-number-modal.tsx')).NumberModal);
const CancelBookingModal = lazyPart(
  async () => (await import('./cancel-booking-modal.tsx')).CancelBookingModal,
);

function Confirmation({ booking: { id, state, study } }: { booking: OwnBooking }) {
  const refetch = useRefetchMeetings();
  const confirmation = useSingleCall<unknown>(['confirm-meeting', id], {
    mutationFn: () => callProject(confirmBooking, { params: { id } }),
    onSettled: settled(refetch),
  });
  const statusText = useRef<HTMLParagraphElement>(null);
  const hasJustConfirmed = confirmation.isSuccess && state === 'CONFIRMED';
  useEffect(() => {
    if (hasJustConfirmed && document.activeElement === document.body) statusText.current?.focus();
  }, [hasJustConfirmed]);
  if (state === 'CONFIRMED') {
    return (
      <p
        ref={statusText}
        role="status"
        tabIndex={-1}
        className="w-full font-semibold text-green focus:unmarked"
      >
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

function WayThere({ booking }: { booking: OwnBooking }) {
  const { meetingWay, details, phoneNumber } = booking;
  const isCall = meetingWay === 'PHONE' && phoneNumber !== null;
  const lines = [
    isCall ? words.calls(localNumber(phoneNumber)) : meetingWords.way[meetingWay],
    details?.place,
    details?.landmark,
    details?.digitalAddress,
    details?.bring && words.bring(details.bring),
    details?.language && words.language(details.language),
  ].filter((line) => line !== undefined && line !== '');
  return (
    <div className="mt-1 text-sm wrap-anywhere">
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
      {details?.link && (
        <a
          className="inline-block py-2.75 font-semibold text-green underline underline-offset-4"
          href={details.link}
          rel="noreferrer"
          target="_blank"
        >
          {details.link}
        </a>
      )}
    </div>
  );
}

interface MoveOrCancelProps extends Pick<OwnMeetingProps, 'booking' | 'now'> {
  onCancel: () => void;
}

function MoveOrCancel({ booking, now, onCancel }: MoveOrCancelProps) {
  const { study, studyId, movesLeft, freeUntil } = booking;
  const isFree = freeUntil !== null && Date.parse(freeUntil) > now;
  return (
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
          aria-label={words.of(words.cancelMeeting, study.publicName)}
          onClick={onCancel}
        >
          {words.cancelMeeting}
        </Button>
      </div>
      <p className="text-sm text-cocoa-2">
        {isFree ? words.freeUntil(exactTime(freeUntil), movesLeft > 0) : words.late(movesLeft > 0)}
        {` ${movesLeft === 0 ? words.lastMove : words.movesLeft(movesLeft)}`}
      </p>
    </>
  );
}

function MeetingAhead({ booking, now, Heading = 'h4', onEnded }: OwnMeetingProps) {
  const { id, study, startsAt } = booking;
  const refetch = useRefetchMeetings();
  const [isCancelling, setIsCancelling] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const download = useSingleCall(['calendar-file', id], {
    mutationFn: () => callProject(downloadMeeting, { params: { id } }),
    onSuccess: saveFile,
  });
  const isOpen = !hasStarted(booking, now);
  const reportFrom = Date.parse(startsAt ?? '') + LATE_MINUTES * MINUTE_MS;
  const close = () => setIsCancelling(false);
  return (
    <div className="mt-3 rounded-control bg-green-tint px-4 py-3">
      <Heading className="figures font-body text-lg/tight font-bold tracking-normal">
        {withLocalTime(startsAt ?? '', meetingTime(startsAt ?? ''))}
      </Heading>
      <WayThere booking={booking} />
      <ProofWords booking={booking} now={now} />
      {booking.calls.length > 0 && (
        <p className="text-sm">{words.called(booking.calls.map(clock).join(', '))}</p>
      )}
      {booking.meetingWay === 'PHONE' && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-label={words.of(words.changeNumber, study.publicName)}
          onClick={() => setIsChanging(true)}
        >
          {words.changeNumber}
        </Button>
      )}
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
      {isOpen && <MoveOrCancel booking={booking} now={now} onCancel={() => setIsCancelling(true)} />}
      {!isOpen && now < reportFrom && (
        <p role="status" className="mt-2 text-sm">
          {words.begins(exactTime(new Date(reportFrom).toISOString()))}
        </p>
      )}
      <Report booking={booking} now={now} onEnded={onEnded} />
      {isChanging && <NumberModal booking={booking} refetch={refetch} onClose={() => setIsChanging(false)} />}
      {isCancelling && (
        <CancelBookingModal
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

export function OwnMeeting(props: OwnMeetingProps) {
  return isMeetingAhead(props.booking, props.now) ? (
    <MeetingAhead {...props} />
  ) : (
    <MeetingOutcome {...props} />
  );
}
