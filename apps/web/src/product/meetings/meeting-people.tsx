import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type ResearcherMeeting, nameOfBooked, meetingTitle } from './group-meetings.ts';
import { isBooked, possibleActions } from './meeting-actions.ts';
import { LazyCancelMeetingModal, BookedPerson, lineClass } from './booked-person.tsx';
import { useMark } from './use-mark.ts';
import { ChangePlace } from './change-place.tsx';
import { Pay } from './meeting-pay.tsx';

const nameClass = 'font-semibold wrap-anywhere';

function AllCame({ meeting, now }: { meeting: ResearcherMeeting; now: number }) {
  const { mark, pending } = useMark(meeting.key);
  const unmarked = meeting.bookings.filter(
    (booking) => isBooked(booking) && possibleActions(booking, now).mayMark,
  );
  const undoable = meeting.bookings.filter((booking) => possibleActions(booking, now).mayUndo);
  const isDone = unmarked.length === 0 && undoable.length > 1;
  if (unmarked.length < 2 && !isDone) return null;
  const bookings = isDone ? undoable : unmarked;
  const ids = bookings.map(({ id }) => id);
  // One button has both states, because the focus would be lost with a second button.
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
  const count = meeting.bookings.filter((booking) => possibleActions(booking, now).mayCancel).length;
  const isOffered = count > 0;
  const wasOffered = useRef(isOffered);
  useEffect(() => {
    if (wasOffered.current && !isOffered && document.activeElement === document.body) onGone();
    wasOffered.current = isOffered;
  }, [isOffered, onGone]);
  return (
    <>
      {isOffered && (
        <Button variant="plain" size="small" onClick={() => setAsked(count)}>
          {words.cancelAll}
        </Button>
      )}
      {asked > 0 && (
        <LazyCancelMeetingModal {...{ meeting }} only={undefined} count={asked} onClose={() => setAsked(0)} />
      )}
    </>
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
      <div className={lineClass}>
        <div className="min-w-0 flex-1 basis-48">
          <p ref={heading} tabIndex={-1} className={nameClass}>
            {meetingTitle(meeting)}
          </p>
          {about}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {Date.parse(meeting.startsAt) > now && <ChangePlace of={meeting} variant="plain" />}
          <AllCame {...{ meeting, now }} />
          <CancelAll {...{ meeting, now }} onGone={focusHeading} />
        </div>
      </div>
      <ul className="group-people mt-1 divide-y divide-line">
        {meeting.bookings.map((booking) => (
          <li key={booking.id} className="py-1 last:pb-0">
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
