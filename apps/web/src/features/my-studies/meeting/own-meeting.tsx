import { MINUTE_MS } from '@app/contracts/durations.ts';
import { comingUpWords as words } from '@app/words/my-studies-meetings.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { type OwnBooking, bookSlot, confirmBooking } from '@app/contracts/project/bookings.ts';
import { downloadMeeting } from '@app/contracts/project/meetings.ts';
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
import { timeAnywhere } from '../../../format/local-time.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { isMeetingAhead, isDisputed, isToTake, isUsedUp, hasStarted } from '../list-sections.ts';
import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../../api/keys.ts';

interface OwnMeetingProps {
  booking: OwnBooking;
  now: number;
  Heading?: 'h2' | 'h4';
  onEnded: () => void;
}

function stateIn(booking: OwnBooking, time: string): string[] {
  switch (booking.state) {
    case 'OFFERED':
      return [
        ...(booking.isProposed
          ? [
              words.proposed(timeAnywhere(booking.startsAt ?? '', meetingTime(booking.startsAt ?? ''))),
              words.takeOrChoose,
            ]
          : [words.offered(time)]),
        words.until(exactTime(booking.expiresAt ?? '')),
        ...(isToTake(booking) && booking.phoneNumber ? [words.calls(localNumber(booking.phoneNumber))] : []),
      ];
    case 'BOOKED':
    case 'CONFIRMED':
      return [words.unmarked(time)];
    case 'ATTENDED':
      return [words.came(time)];
    case 'NO_SHOW':
      return [words.missed(time)];
    case 'TURNED_AWAY':
      return [words.turnedAway(time)];
    case 'NOBODY_CAME':
      return [words.nobodyCame(time)];
    case 'CANCELLED_BY_PARTICIPANT':
      return [
        booking.isLate ? words.youCancelledLate(time) : words.youCancelled(time),
        ...(isUsedUp(booking) ? [words.usedUp] : []),
      ];
    case 'CANCELLED_BY_RESEARCHER': {
      const { cancelReason, countsAsAttended } = booking;
      return [
        words.cancelled(time),
        ...(cancelReason ? [words.reason(cancelReason)] : []),
        ...(countsAsAttended ? [words.counts] : []),
      ];
    }
    default:
      return [];
  }
}

function outcomeLines(booking: OwnBooking): string[] {
  const { startsAt, report, decision } = booking;
  if (booking.state === 'HELD') return [words.held(exactTime(booking.expiresAt ?? ''))];
  const lines = startsAt === null ? [] : stateIn(booking, timeAnywhere(startsAt));
  if (report && isDisputed(booking))
    lines.push(words.yourReport[report.kind], words.disputed, words.disputedPay);
  if (decision) lines.push(words.decided[decision.for](decision.reason));
  return lines;
}

const ReportMeetingModal = lazyPart(async () => (await import('./report-modal.tsx')).ReportMeetingModal);

function Report({ booking, now, onEnded }: { booking: OwnBooking; now: number; onEnded: () => void }) {
  const { canReport, study } = booking;
  const refetch = useRefetchMeetings();
  const [isOpen, setIsOpen] = useState(false);
  if (canReport === null || Date.parse(canReport.until) <= now) return null;
  const { kind, until } = canReport;
  const close = () => setIsOpen(false);
  return (
    <div className="mt-2">
      <p className="text-sm text-cocoa-2">{words.reportUntil[kind](exactTime(until))}</p>
      <Button
        variant="secondary"
        className="mt-2"
        aria-label={words.of(words.report[kind], study.publicName)}
        onClick={() => setIsOpen(true)}
      >
        {words.report[kind]}
      </Button>
      {isOpen && (
        <ReportMeetingModal
          booking={booking}
          kind={kind}
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

function TakeProposal({ booking, onEnded }: Pick<OwnMeetingProps, 'booking' | 'onEnded'>) {
  const { id, studyId, study, startsAt, phoneNumber, isOnWhatsApp } = booking;
  const refetch = useRefetchMeetings();
  const taking = useSingleCall<unknown>(['take-proposal', id], {
    mutationFn: () => {
      const number = phoneNumber === null ? {} : { phoneNumber, isOnWhatsApp };
      return callProject(bookSlot, { params: { id: studyId }, body: { slotId: startsAt ?? '', ...number } });
    },
    onSuccess: () => {
      toast.success(words.taken);
      onEnded();
    },
    onSettled: settled(refetch),
  });
  return (
    <Button
      className="mt-3"
      isBusy={taking.isPending}
      aria-label={words.of(words.take, study.publicName)}
      onClick={() => taking.mutate()}
    >
      {words.take}
    </Button>
  );
}

function MeetingOutcome({ booking, now, Heading = 'h4', onEnded }: OwnMeetingProps) {
  const lines = outcomeLines(booking);
  if (lines.length === 0) return null;
  return (
    <div className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      <Heading className="font-body text-sm font-semibold tracking-normal">{words.meeting}</Heading>
      {lines.map((line) => (
        <p key={line} className="mt-0.5 whitespace-pre-line text-cocoa-2 wrap-anywhere">
          {line}
        </p>
      ))}
      {isToTake(booking) && <TakeProposal booking={booking} onEnded={onEnded} />}
      <Report booking={booking} now={now} onEnded={onEnded} />
    </div>
  );
}

const NumberModal = lazyPart(async () => (await import('./phone-number-modal.tsx')).NumberModal);
const CancelBookingModal = lazyPart(
  async () => (await import('./cancel-booking-modal.tsx')).CancelBookingModal,
);

/** The text that replaces the button takes its focus. */
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

function MeetingAhead({ booking, now, Heading = 'h4', onEnded }: OwnMeetingProps) {
  const { id, study, studyId, startsAt, movesLeft, freeUntil } = booking;
  const refetch = useRefetchMeetings();
  const [isCancelling, setIsCancelling] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const download = useSingleCall(['calendar-file', id], {
    mutationFn: () => callProject(downloadMeeting, { params: { id } }),
    onSuccess: saveFile,
  });
  const isOpen = !hasStarted(booking, now);
  const isFree = freeUntil !== null && Date.parse(freeUntil) > now;
  const reportFrom = Date.parse(startsAt ?? '') + LATE_MINUTES * MINUTE_MS;
  const close = () => setIsCancelling(false);
  return (
    <div className="mt-3 rounded-control bg-green-tint px-4 py-3">
      <Heading className="figures font-body text-lg/tight font-bold tracking-normal">
        {timeAnywhere(startsAt ?? '', meetingTime(startsAt ?? ''))}
      </Heading>
      <WayThere booking={booking} />
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
              aria-label={words.of(words.cancelMeeting, study.publicName)}
              onClick={() => setIsCancelling(true)}
            >
              {words.cancelMeeting}
            </Button>
          </div>
          <p className="text-sm text-cocoa-2">
            {isFree ? words.freeUntil(exactTime(freeUntil), movesLeft > 0) : words.late(movesLeft > 0)}
            {` ${movesLeft === 0 ? words.lastMove : words.movesLeft(movesLeft)}`}
          </p>
        </>
      )}
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

function useRefetchMeetings(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: meetingKeys.all() });
}

/** A success stays busy until the list arrives; a refusal frees its button. */
const settled =
  (refetch: () => Promise<void>) =>
  (_data: unknown, error: Error | null): Promise<void> | undefined => {
    const read = refetch();
    return error === null ? read : undefined;
  };
