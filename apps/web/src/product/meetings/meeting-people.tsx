import { cedis } from '@app/words/cedis.ts';
import { clock } from '@app/words/clock.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { type ResearcherBooking, showNumber, markAttendance } from '@app/contracts/project/bookings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import { MessageCircle, Phone } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/states.tsx';
import { type ResearcherMeeting, nameOfBooked, meetingTitle } from './group-meetings.ts';
import { ReportAnswer, isInDispute } from './report-answer.tsx';
import { isBooked, whatCanBeDone, LATE_MS, numberFrom } from './meeting-actions.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../api/keys.ts';
import { toast } from '../../ui/toast.ts';

const nameClass = 'font-semibold wrap-anywhere';

/** Payments leave when marks become final. */
const leavingWith = (bookings: readonly ResearcherBooking[], now: number) =>
  bookings.filter(
    ({ pays, countsAsAttended, undoUntil }) =>
      pays > 0 && countsAsAttended && undoUntil !== null && Date.parse(undoUntil) > now,
  );

function Pay({ bookings, now }: { bookings: readonly ResearcherBooking[]; now: number }) {
  const leaving = leavingWith(bookings, now);
  const paid = leaving.length > 0 ? leaving : bookings.filter(({ pays }) => pays > 0);
  if (paid.length === 0) return null;
  const pesewas = paid.reduce((sum, { pays }) => sum + pays * 100, 0);
  const what = words.pays(cedis(pesewas), paid.length);
  const last = leaving
    .map(({ undoUntil }) => undoUntil ?? '')
    .toSorted()
    .at(-1);
  return (
    <p className="figures text-sm text-cocoa-2">
      {last === undefined ? what : words.leaves(what, clock(last))}
    </p>
  );
}

function AllCame({ meeting, now }: { meeting: ResearcherMeeting; now: number }) {
  const { mark, pending } = useMark(meeting.key);
  const unmarked = meeting.bookings.filter(
    (booking) => isBooked(booking) && whatCanBeDone(booking, now).mayMark,
  );
  const undoable = meeting.bookings.filter((booking) => whatCanBeDone(booking, now).mayUndo);
  const isDone = unmarked.length === 0 && undoable.length > 1;
  if (unmarked.length < 2 && !isDone) return null;
  const bookings = isDone ? undoable : unmarked;
  const ids = bookings.map(({ id }) => id);
  // One button with two states keeps the focus.
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Pay bookings={bookings} now={now} />
      <Button
        variant={isDone ? 'plain' : 'primary'}
        size="small"
        isBusy={pending !== undefined}
        onClick={({ detail }) => detail < 2 && mark({ ids, outcome: isDone ? 'UNMARKED' : 'ATTENDED' })}
      >
        {isDone ? words.undoAll : words.allCame}
      </Button>
    </div>
  );
}

const CancelMeetingModal = lazyPart(
  async () => (await import('./cancel-meeting-modal.tsx')).CancelMeetingModal,
);

/** A group meeting is cancelled as a whole. */
function CancelAll({
  meeting,
  now,
  onGone,
}: {
  meeting: ResearcherMeeting;
  now: number;
  onGone: () => void;
}) {
  const [asked, setAsked] = useState(0);
  const count = meeting.bookings.filter((booking) => whatCanBeDone(booking, now).mayCancel).length;
  const isOffered = count > 0;
  const wasOffered = useRef(isOffered);
  useEffect(() => {
    // The focus would be lost with the button.
    if (wasOffered.current && !isOffered && document.activeElement === document.body) onGone();
    wasOffered.current = isOffered;
  }, [isOffered, onGone]);
  return (
    <>
      {isOffered && (
        <Button variant="quietDanger" size="small" onClick={() => setAsked(count)}>
          {words.cancelAll}
        </Button>
      )}
      {asked > 0 && (
        <CancelMeetingModal {...{ meeting }} only={undefined} count={asked} onClose={() => setAsked(0)} />
      )}
    </>
  );
}

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
} satisfies Record<Outcome, string>;

function Notes({ booking, now, isOfGroup }: Pick<BookedPersonProps, 'booking' | 'now' | 'isOfGroup'>) {
  const { state, report, answer, decision, cancelReason, startsAt, pays, isLate } = booking;
  const isOpen = isInDispute(booking);
  const { mayMark, mayMiss } = whatCanBeDone(booking, now);
  const from = numberFrom(booking, now);
  const amount = cedis(pays * 100);
  const [leaving] = isOfGroup ? [] : leavingWith([booking], now);
  const isToMeet = state === 'BOOKED' || state === 'CONFIRMED';
  const notes = [
    isToMeet && !booking.hasAgreed ? words.notAgreed : '',
    mayMark && pays > 0 && !isOfGroup ? words.paysIfCame(amount) : '',
    leaving?.undoUntil ? words.leaves(amount, clock(leaving.undoUntil)) : '',
    mayMark && !mayMiss
      ? words.missedFrom(clock(new Date(Date.parse(startsAt ?? '') + LATE_MS).toISOString()))
      : '',
    from === undefined ? '' : words.numberFrom(exactTime(from)),
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

const iconClass = 'size-4.5';
/** React calls a stable function only once. */
const takeFocus = (link: HTMLElement | null) => link?.focus();
const linkClass = buttonClass({ variant: 'secondary', size: 'small', className: 'figures' });

function ShownNumber({ booking: { id }, name }: { booking: ResearcherBooking; name: string }) {
  const shown = useSingleCall(['show-number', id], {
    mutationFn: () => callProject(showNumber, { params: { id } }),
    // The number must not stay in the cache.
    gcTime: 0,
  });
  if (shown.data === undefined) {
    return (
      <Button
        variant="secondary"
        size="small"
        aria-label={words.of(words.showNumber, name)}
        title={words.numberNote}
        isBusy={shown.isPending}
        onClick={() => shown.mutate()}
      >
        <Phone aria-hidden="true" className={iconClass} />
        {words.showNumber}
      </Button>
    );
  }
  const { phoneNumber, isOnWhatsApp } = shown.data;
  // Other numbers would call a stranger.
  if (!/^\+233\d+$/.test(phoneNumber)) return <span>{phoneNumber}</span>;
  return (
    <>
      <a href={`tel:${phoneNumber}`} ref={takeFocus} className={linkClass}>
        <Phone aria-hidden="true" className={iconClass} />
        {words.call(localNumber(phoneNumber))}
      </a>
      {isOnWhatsApp && (
        <a
          href={`https://wa.me/${phoneNumber.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={linkClass}
        >
          <MessageCircle aria-hidden="true" className={iconClass} />
          {words.whatsApp}
        </a>
      )}
    </>
  );
}

function BookedPerson({ meeting, booking, now, title, about, isOfGroup = false }: BookedPersonProps) {
  const { state } = booking;
  const name = nameOfBooked(booking);
  const can = whatCanBeDone(booking, now);
  const { mark, pending, marked } = useMark(booking.id);
  const [isCancelling, setIsCancelling] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  useEffect(() => {
    if (!hasPressed.current || pending !== undefined || can.mayCancel) return;
    hasPressed.current = false;
    if (document.activeElement === document.body) row.current?.focus();
  }, [pending, can.mayCancel]);
  const marker = (
    outcome: Outcome,
    variant: 'primary' | 'secondary' | 'plain',
    label: string = labels[outcome],
  ) =>
    outcome !== marked && (
      <Button
        variant={variant}
        size="small"
        aria-label={words.of(label, name)}
        isBusy={pending === outcome}
        onClick={() => {
          hasPressed.current = true;
          mark({ ids: [booking.id], outcome });
        }}
      >
        {label}
      </Button>
    );
  return (
    <div
      ref={row}
      role="group"
      aria-label={name}
      tabIndex={-1}
      className={cx(
        'flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:flex-wrap sm:justify-between',
        isOfGroup ? 'sm:items-center' : 'sm:items-start',
      )}
    >
      <div className="min-w-0 grow sm:basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {title}
          {state !== 'BOOKED' && (
            <Badge tone={bookingTones[state]}>
              {state === 'CONFIRMED' ? words.confirmed : meetingWords.state[state]}
            </Badge>
          )}
        </div>
        {about}
        <Notes {...{ booking, now, isOfGroup }} />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:grow">
        {isInDispute(booking) && <ReportAnswer {...{ booking, name }} />}
        {can.mayShowNumber && <ShownNumber {...{ booking, name }} />}
        {can.mayMark && marker('ATTENDED', isOfGroup ? 'secondary' : 'primary')}
        {can.mayMiss && marker('NO_SHOW', 'secondary')}
        {can.mayMark && marker('TURNED_AWAY', 'plain')}
        {can.mayMend && marker('ATTENDED', 'plain', words.cameAfterAll)}
        {can.mayUndo && marker('UNMARKED', 'plain')}
        {can.mayCancel && (
          <Button
            variant="plain"
            size="small"
            aria-label={words.of(words.cancel, name)}
            onClick={() => {
              hasPressed.current = true;
              setIsCancelling(true);
            }}
          >
            {words.cancel}
          </Button>
        )}
      </div>
      {isCancelling && (
        <CancelMeetingModal
          meeting={meeting}
          only={{ id: booking.id, name }}
          count={1}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </div>
  );
}

export function MeetingPeople({
  meeting,
  now,
  about,
}: {
  meeting: ResearcherMeeting;
  now: number;
  about?: ReactNode;
}) {
  const heading = useRef<HTMLParagraphElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  const [only] = meeting.bookings;
  if (only !== undefined && meeting.bookings.length === 1 && meeting.seats === 1) {
    const title = <p className={nameClass}>{meetingTitle(meeting)}</p>;
    return <BookedPerson booking={only} {...{ meeting, now, title, about }} />;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p ref={heading} tabIndex={-1} className={nameClass}>
          {meetingTitle(meeting)}
        </p>
        <div className="flex flex-wrap gap-2">
          <AllCame {...{ meeting, now }} />
          <CancelAll {...{ meeting, now }} onGone={focusHeading} />
        </div>
      </div>
      {about}
      <ul className="mt-1 divide-y divide-line">
        {meeting.bookings.map((booking) => (
          <li key={booking.id} className="py-2.5 last:pb-0">
            <BookedPerson
              meeting={meeting}
              booking={booking}
              now={now}
              isOfGroup
              title={<p className="wrap-anywhere">{nameOfBooked(booking)}</p>}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type Outcome = BodyOf<typeof markAttendance>['outcome'];

/** The state may have changed even after a refusal. */
function useMark(about: string) {
  const client = useQueryClient();
  const marking = useSingleCall(['mark', about], {
    mutationFn: async ({ ids, outcome }: { ids: readonly string[]; outcome: Outcome }) => {
      let state;
      for (const id of ids)
        ({ state } = await callProject(markAttendance, { params: { id }, body: { outcome } }));
      // An admin decides a disagreement.
      return state === 'NOBODY_CAME' && outcome !== 'UNMARKED';
    },
    onSuccess: (isRecorded, { outcome }) => {
      toast.success(isRecorded ? words.accountRecorded : words.marked[outcome]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return {
    mark: marking.mutate,
    pending: marking.isPending ? marking.variables.outcome : undefined,
    /** A disputed meeting keeps its state, so the mark is remembered here. */
    marked: marking.data && marking.variables?.outcome,
  };
}
