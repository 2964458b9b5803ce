import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clock } from '@app/words/clock.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { bookingTones } from './booking-tones.ts';
import { nameOfBooked } from './meetings-of.ts';
import { ShownNumber } from './shown-number.tsx';
import { type Outcome, useMark } from './use-mark.ts';
import { LATE_MS, numberFrom, whatCanBeDone } from './what-can-be-done.ts';

const CancelMeetingModal = lazyPart(
  async () => (await import('./cancel-meeting-modal.tsx')).CancelMeetingModal,
);

interface BookedPersonProps {
  booking: ResearcherBooking;
  now: number;
  /** Stands where the meeting is with this person alone. */
  title: ReactNode;
  /** What the meeting is about, under it. */
  about?: ReactNode;
  /** One of a group, which is marked as a whole as well. */
  isOfGroup?: boolean;
}

const labels = {
  ATTENDED: words.came,
  NO_SHOW: words.missed,
  TURNED_AWAY: words.turnedAway,
  UNMARKED: words.undo,
} satisfies Record<Outcome, string>;

function Notes({ booking, now }: Pick<BookedPersonProps, 'booking' | 'now'>) {
  const { state, report, decision, cancelReason, startsAt } = booking;
  // A mark that agrees with the report settles it.
  const isOpen = decision === null && (state === 'NO_SHOW' || state === 'NOBODY_CAME');
  const { mayMark, mayMiss } = whatCanBeDone(booking, now);
  const from = numberFrom(booking, now);
  const notes = [
    mayMark && !mayMiss
      ? words.missedFrom(clock(new Date(Date.parse(startsAt ?? '') + LATE_MS).toISOString()))
      : '',
    from === undefined ? '' : words.numberFrom(exactTime(from)),
    report !== null && isOpen ? words.theySay[report.kind] : '',
    decision === null ? '' : words.because(words.decidedFor[decision.for], decision.reason),
    cancelReason ?? '',
  ].filter((note) => note !== '');
  return notes.map((note) => (
    <p key={note} className="figures text-sm text-cocoa-2 wrap-anywhere">
      {note}
    </p>
  ));
}

/** One who has booked: how that stands, and what the researcher can do about it now. */
export function BookedPerson({ booking, now, title, about, isOfGroup = false }: BookedPersonProps) {
  const { state } = booking;
  const name = nameOfBooked(booking);
  const can = whatCanBeDone(booking, now);
  const { mark, pending, noted } = useMark(booking.id);
  const [isCancelling, setIsCancelling] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  useEffect(() => {
    // The button went with what it offered, and the focus would go with it; that to cancel goes once it is cancelled.
    if (!hasPressed.current || pending !== undefined || can.mayCancel) return;
    hasPressed.current = false;
    if (document.activeElement === document.body) row.current?.focus();
  }, [pending, can.mayCancel]);
  const marker = (
    outcome: Outcome,
    variant: 'primary' | 'secondary' | 'plain',
    label: string = labels[outcome],
  ) =>
    outcome !== noted && (
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
      className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:flex-wrap sm:items-start sm:justify-between"
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
        <Notes {...{ booking, now }} />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:grow">
        {can.mayShowNumber && <ShownNumber {...{ booking, name }} />}
        {can.mayMark && marker('ATTENDED', isOfGroup ? 'secondary' : 'primary')}
        {can.mayMiss && marker('NO_SHOW', 'secondary')}
        {can.mayMark && marker('TURNED_AWAY', 'plain')}
        {can.mayMend && marker('ATTENDED', 'plain', words.cameAfterAll)}
        {can.mayUndo && marker('UNMARKED', 'plain')}
        {can.mayCancel && (
          <Button
            variant="quietDanger"
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
      {isCancelling && <CancelMeetingModal {...{ booking, name }} onClose={() => setIsCancelling(false)} />}
    </div>
  );
}
