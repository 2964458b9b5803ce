import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantMeetingWords as words, meetingWords } from '@app/words/meetings.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { serverToday } from '../../../api/server-today.ts';

export function MeetingLine({ applicant: { status, meeting, payment } }: { applicant: Applicant }) {
  if (meeting === null) {
    return status === 'ACCEPTED' ? (
      <span className="mt-0.5 block text-xs text-cocoa-2">{words.status.CHOOSING}</span>
    ) : null;
  }
  const { startsAt } = meeting;
  const state = meetingWords.state[meeting.state];
  // A payment has a line of its own, so that all rows have the same height. The details show the time.
  const time =
    startsAt &&
    payment === null &&
    words.time(shortDay(startsAt.slice(0, 10), serverToday()), clock(startsAt));
  return (
    <span className="figures mt-0.5 block text-xs text-balance text-cocoa-2">
      {time ? words.meeting(state, time) : state}
    </span>
  );
}
