import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantMeetingWords as words } from '@app/words/meetings.ts';
import { isMarked } from './decision-rules.ts';

export function MeetingEnds({ applicant }: { applicant: Applicant }) {
  const { status, meeting } = applicant;
  const isBooked = meeting?.state === 'BOOKED' || meeting?.state === 'CONFIRMED';
  const isKept = isMarked(applicant) && (status === 'ACCEPTED' || status === 'PENDING');
  const ended = status === 'ACCEPTED' && isBooked ? words.ended : '';
  const text = isKept ? words.marked[status] : ended;
  return text === '' ? null : <p className="mt-2 text-sm text-cocoa-2">{text}</p>;
}
