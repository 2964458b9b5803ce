import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { isAhead } from '../parts.ts';
import { MeetingAhead } from './ahead.tsx';
import { MeetingOutcome } from './outcome.tsx';

interface OwnMeetingProps {
  booking: OwnBooking;
  now: number;
  Heading?: 'h2' | 'h4';
  /** What could be done about it is gone. */
  onEnded: () => void;
}

/** A meeting with what can be done about it, or with what came of it. */
export function OwnMeeting(props: OwnMeetingProps) {
  return isAhead(props.booking, props.now) ? <MeetingAhead {...props} /> : <MeetingOutcome {...props} />;
}
