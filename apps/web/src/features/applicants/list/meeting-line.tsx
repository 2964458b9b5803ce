import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantMeetingWords as words, meetingWords } from '@app/words/meetings.ts';
import { exactTime } from '../../../format/exact-time.ts';

/** Beside the status of somebody accepted: when they meet, or that they still choose. */
export function MeetingLine({ applicant: { status, meeting } }: { applicant: Applicant }) {
  if (meeting === null) {
    return status === 'ACCEPTED' ? (
      <span className="mt-0.5 block text-xs text-cocoa-2">{words.chooses}</span>
    ) : null;
  }
  const state = meetingWords.state[meeting.state];
  return (
    <span className="figures mt-0.5 block text-xs text-cocoa-2">
      {meeting.startsAt === null ? state : words.meeting(state, exactTime(meeting.startsAt))}
    </span>
  );
}
