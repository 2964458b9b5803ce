import { cedis } from '@app/words/cedis.ts';
import { clock } from '@app/words/clock.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { type BookingState, countedCalls } from '@app/contracts/project/meeting-choices.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { exactTime } from '../../format/exact-time.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { type ResearcherMeeting, nameOfBooked } from './group-meetings.ts';
import { ReportAnswer, isInDispute } from './report-answer.tsx';
import { possibleActions, LATE_MS, phoneNumberShownFrom } from './meeting-actions.ts';
import { CheckIn } from './check-in.tsx';
import { ShownNumber, useRecordCall } from './shown-number.tsx';
import { LazyPlaceModal } from './change-place.tsx';
import { bookingsToPay } from './meeting-pay.tsx';
import { type AttendanceOutcome, useMark } from './use-mark.ts';

export const LazyCancelMeetingModal = lazyPart(
  async () => (await import('./cancel-meeting-modal.tsx')).CancelMeetingModal,
);

/** In the list of meetings, this line is in a row of 40 px (agenda.css). */
export const lineClass = 'meeting-line flex flex-wrap items-center justify-between gap-x-3 gap-y-1';

interface BookedPersonProps {
  meeting: ResearcherMeeting;
  booking: ResearcherBooking;
  now: number;
  title: ReactNode;
  about?: ReactNode;
  isOfGroup?: boolean;
}

const labels = {
  ATTENDED: words.came,
  NO_SHOW: words.missed,
  TURNED_AWAY: words.turnedAway,
  UNMARKED: words.undo,
} satisfies Record<AttendanceOutcome, string>;

function Notes({ booking, now, isOfGroup }: Pick<BookedPersonProps, 'booking' | 'now' | 'isOfGroup'>) {
  const { state, report, answer, decision, cancelReason, startsAt, pays, isLate } = booking;
  const isOpen = isInDispute(booking);
  const { mayMark, mayMiss, mayCall } = possibleActions(booking, now);
  const { calls } = booking;
  const missing = countedCalls(calls, startsAt ?? '');
  const amount = cedis(pays * 100);
  const [leaving] = isOfGroup ? [] : bookingsToPay([booking], now);
  const isToMeet = state === 'BOOKED' || state === 'CONFIRMED';
  const notes = [
    isToMeet && !booking.hasAgreed ? words.notAgreed : '',
    mayMark && pays > 0 && !isOfGroup ? words.paysIfCame(amount) : '',
    leaving?.undoUntil ? words.leaves(amount, clock(leaving.undoUntil)) : '',
    booking.provenAt ? words.proven : '',
    calls.length > 0 ? words.calledAt(calls.map(clock).join(', ')) : '',
    isToMeet && booking.isUnanswered ? words.unanswered : '',
    mayCall && !missing.isEnough
      ? words.missedAfter(missing.left, clock(new Date(missing.lastFrom).toISOString()))
      : '',
    mayMark && !mayMiss && !mayCall && booking.meetingWay === 'PHONE' ? words.tooFewCalls : '',
    mayMark && !mayMiss && booking.meetingWay !== 'PHONE'
      ? words.missedFrom(clock(new Date(Date.parse(startsAt ?? '') + LATE_MS).toISOString()))
      : '',
    report !== null && isOpen ? words.theySay[report.kind] : '',
    report?.text ? words.theyWrite(report.text) : '',
    answer ? words.youWrote(answer) : '',
    decision === null ? '' : words.because(words.decidedFor[decision.for], decision.reason),
    cancelReason ?? '',
    isLate ? words.late : '',
  ].filter((note) => note !== '');
  return notes.map((note) => (
    <p key={note} className="figures text-sm whitespace-pre-line text-cocoa-2 wrap-anywhere">
      {note}
    </p>
  ));
}

const bookingTones: Readonly<Record<BookingState, BadgeTone>> = {
  HELD: 'info',
  OFFERED: 'info',
  BOOKED: 'info',
  CONFIRMED: 'good',
  ATTENDED: 'good',
  NO_SHOW: 'plain',
  TURNED_AWAY: 'plain',
  NOBODY_CAME: 'bad',
  CANCELLED_BY_PARTICIPANT: 'plain',
  CANCELLED_BY_RESEARCHER: 'plain',
  LAPSED: 'plain',
};

function BookingBadge({ state }: Pick<ResearcherBooking, 'state'>) {
  if (state === 'BOOKED') return null;
  return (
    <Badge tone={bookingTones[state]}>
      {state === 'CONFIRMED' ? words.confirmed : meetingWords.state[state]}
    </Badge>
  );
}

function useRowFocus(keepsButtons: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  useEffect(() => {
    if (!hasPressed.current || keepsButtons) return;
    hasPressed.current = false;
    if (document.activeElement === document.body) row.current?.focus();
  }, [keepsButtons]);
  return {
    row,
    onPress() {
      hasPressed.current = true;
    },
  };
}

function NoAnswerButton({ booking, name }: { booking: ResearcherBooking; name: string }) {
  const { mutate: record, isPending } = useRecordCall(booking);
  return (
    <Button
      variant="quiet"
      size="small"
      className="px-3!"
      aria-label={words.of(words.noAnswer, name)}
      isBusy={isPending}
      onClick={() => record('NO_ANSWER')}
    >
      {words.noAnswer}
    </Button>
  );
}

interface ChangeItemsProps {
  name: string;
  way: ResearcherMeeting['way'];
  /** From this time on, the phone number is shown. */
  from: ReturnType<typeof phoneNumberShownFrom>;
  close: () => void;
  onChangePlace: (() => void) | undefined;
  onCancel: (() => void) | undefined;
}

function ChangeItems({ name, way, from, close, onChangePlace, onCancel }: ChangeItemsProps) {
  const closing = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      {onChangePlace && (
        <Button
          variant="plain"
          size="small"
          aria-label={words.of(words.changePlace[way], name)}
          onClick={closing(onChangePlace)}
        >
          {words.changePlace[way]}
        </Button>
      )}
      {onCancel && (
        <Button
          variant="quietDanger"
          size="small"
          aria-label={words.of(words.cancel, name)}
          onClick={closing(onCancel)}
        >
          {words.cancel}
        </Button>
      )}
      {from !== undefined && (
        <p className="figures px-4 py-1 text-xs text-cocoa-2">{words.numberFrom(exactTime(from))}</p>
      )}
    </>
  );
}

function useMeetingDialogs(meeting: ResearcherMeeting, booking: ResearcherBooking) {
  const [asked, setAsked] = useState<'PLACE' | 'CANCEL'>();
  const onClose = () => setAsked(undefined);
  return {
    changePlace: () => setAsked('PLACE'),
    cancel: () => setAsked('CANCEL'),
    open: (
      <>
        {asked === 'PLACE' && <LazyPlaceModal {...meeting} slotId={meeting.startsAt} onClose={onClose} />}
        {asked === 'CANCEL' && (
          <LazyCancelMeetingModal
            meeting={meeting}
            only={{ id: booking.id, name: nameOfBooked(booking) }}
            count={1}
            onClose={onClose}
          />
        )}
      </>
    ),
  };
}

export function BookedPerson({ meeting, booking, now, title, about, isOfGroup = false }: BookedPersonProps) {
  const name = nameOfBooked(booking);
  const can = possibleActions(booking, now);
  const { mark, pending, marked } = useMark(booking.id);
  const dialogs = useMeetingDialogs(meeting, booking);
  const { row, onPress } = useRowFocus(pending !== undefined || can.mayCancel);
  const from = phoneNumberShownFrom(booking, now);
  function cancel() {
    onPress();
    dialogs.cancel();
  }
  const isMarkable = (outcome: AttendanceOutcome) => outcome !== marked;
  const marker = (
    outcome: AttendanceOutcome,
    variant: 'primary' | 'secondary' | 'plain',
    label: string = labels[outcome],
    close?: () => void,
  ) =>
    isMarkable(outcome) && (
      <Button
        variant={variant}
        size="small"
        className="px-3!"
        aria-label={words.of(label, name)}
        isBusy={pending === outcome}
        onClick={() => {
          onPress();
          close?.();
          mark({ ids: [booking.id], outcome });
        }}
      >
        {label}
      </Button>
    );
  const hasMenu =
    can.mayCancel ||
    from !== undefined ||
    (can.mayMark && isMarkable('TURNED_AWAY')) ||
    (can.mayMiss && isMarkable('NO_SHOW'));
  return (
    <div ref={row} role="group" aria-label={name} tabIndex={-1} className={lineClass}>
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {title}
          <BookingBadge state={booking.state} />
          {booking.firstWord && <p className="text-sm text-cocoa-2">{words.firstWord(booking.firstWord)}</p>}
        </div>
        {about}
        <Notes {...{ booking, now, isOfGroup }} />
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1 empty:hidden">
        {isInDispute(booking) && <ReportAnswer {...{ booking, name }} />}
        {can.mayShowNumber && <ShownNumber {...{ booking, name }} mayCall={can.mayCall} />}
        {can.mayCall && booking.calls.length > 0 && !booking.isUnanswered && (
          <NoAnswerButton {...{ booking, name }} />
        )}
        <CheckIn {...{ booking, name, now }} mayMark={can.mayMark} />
        {can.mayMark && marker('ATTENDED', isOfGroup ? 'secondary' : 'primary')}
        {can.mayMend && marker('ATTENDED', 'plain', words.cameAfterAll)}
        {can.mayUndo && marker('UNMARKED', 'plain')}
        {hasMenu && (
          <MoreMenu label={words.moreFor(name)} variant="plain">
            {(close) => (
              <>
                {can.mayMiss && marker('NO_SHOW', 'plain', labels.NO_SHOW, close)}
                {can.mayMark && marker('TURNED_AWAY', 'plain', labels.TURNED_AWAY, close)}
                <ChangeItems
                  {...{ name, from, close }}
                  way={meeting.way}
                  onChangePlace={can.mayCancel && !isOfGroup ? dialogs.changePlace : undefined}
                  onCancel={can.mayCancel ? cancel : undefined}
                />
              </>
            )}
          </MoreMenu>
        )}
      </div>
      {dialogs.open}
    </div>
  );
}
