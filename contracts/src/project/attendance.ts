import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { oneOf } from '../text.ts';
import { ResearcherBooking } from './bookings.ts';
import { ATTENDANCE_OUTCOMES } from './meeting-choices.ts';

/**
 * Attendance can be marked from the start, and NO_SHOW 15 minutes later, but not during a suspension.
 * UNMARKED undoes a mark.
 */
export const markAttendance = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/attendance',
  summary: 'Mark whether the participant came',
  access: 'RESEARCHER',
  params: z.object({ id: Id }),
  body: z.strictObject({ outcome: oneOf(ATTENDANCE_OUTCOMES) }),
  reply: ResearcherBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'MEETING_NOT_STARTED',
    'TOO_FEW_CALLS',
    'BOOKING_HAS_ENDED',
    'BOOKING_IS_FINAL',
    'APPLICANT_HAS_ACTED',
    'NOT_VERIFIED',
    'THEIR_CONSENT_OUTDATED',
  ],
});
