import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantMeetingWords as words } from '@app/words/meetings.ts';

/** Before an acceptance is taken back: what becomes of a meeting that is booked. */
export function MeetingEnds({ applicant: { status, meeting } }: { applicant: Applicant }) {
  const isBooked = meeting?.state === 'BOOKED' || meeting?.state === 'CONFIRMED';
  return status === 'ACCEPTED' && isBooked ? (
    <p className="mt-2 text-sm text-cocoa-2">{words.ended}</p>
  ) : null;
}
