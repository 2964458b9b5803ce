import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { BookedPerson } from './booked-person.tsx';
import { type Meeting, nameOfBooked, whoOf } from './meetings-of.ts';
import { useMark } from './use-mark.ts';
import { isAhead, whatCanBeDone } from './what-can-be-done.ts';

const nameClass = 'font-semibold wrap-anywhere';

/** All of a group at once, once there is more than one to mark. */
function AllCame({ meeting, now }: { meeting: Meeting; now: number }) {
  const { mark, pending } = useMark(meeting.key);
  const unmarked = meeting.bookings.filter(
    (booking) => isAhead(booking) && whatCanBeDone(booking, now).mayMark,
  );
  const undoable = meeting.bookings.filter((booking) => whatCanBeDone(booking, now).mayUndo);
  const isDone = unmarked.length === 0 && undoable.length > 1;
  if (unmarked.length < 2 && !isDone) return null;
  const ids = (isDone ? undoable : unmarked).map(({ id }) => id);
  // One button of two states: whoever pressed it stands on it still.
  return (
    <Button
      variant={isDone ? 'plain' : 'primary'}
      size="small"
      isBusy={pending !== undefined}
      onClick={({ detail }) => detail < 2 && mark({ ids, outcome: isDone ? 'UNMARKED' : 'ATTENDED' })}
    >
      {isDone ? words.undoAll : words.allCame}
    </Button>
  );
}

interface MeetingPeopleProps {
  meeting: Meeting;
  now: number;
  about?: ReactNode;
}

/** Who comes to a meeting: one person, or a group with a row for each. */
export function MeetingPeople({ meeting, now, about }: MeetingPeopleProps) {
  const [only] = meeting.bookings;
  if (only !== undefined && meeting.bookings.length === 1 && meeting.seats === 1) {
    const title = <p className={nameClass}>{whoOf(meeting)}</p>;
    return <BookedPerson booking={only} {...{ now, title, about }} />;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className={nameClass}>{whoOf(meeting)}</p>
        <AllCame {...{ meeting, now }} />
      </div>
      {about}
      <ul className="mt-1 divide-y divide-line">
        {meeting.bookings.map((booking) => (
          <li key={booking.id} className="py-2.5 last:pb-0">
            <BookedPerson
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
