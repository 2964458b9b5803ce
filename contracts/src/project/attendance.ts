import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { oneOf, requiredText } from '../text.ts';
import { ResearcherBooking } from './bookings.ts';
import { ATTENDANCE_OUTCOMES } from './meeting-choices.ts';

const MAX_WORD_LENGTH = 40;
export const ProofWord = requiredText(MAX_WORD_LENGTH);

const AttendanceMark = z
  .strictObject({ outcome: oneOf(ATTENDANCE_OUTCOMES), word: z.optional(ProofWord) })
  .check(
    z.refine(({ outcome, word }) => word === undefined || outcome === 'ATTENDED', {
      error: rule('notOfThisKind'),
      path: ['word'],
    }),
  );

/**
 * ATTENDED is possible from the start, NO_SHOW 15 minutes later. Neither is possible during a suspension.
 * UNMARKED undoes a mark. The participant's second word proves that they came.
 */
export const markAttendance = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/attendance',
  summary: 'Mark whether the participant came',
  access: 'RESEARCHER',
  params: z.object({ id: Id }),
  body: AttendanceMark,
  reply: ResearcherBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'MEETING_NOT_STARTED',
    'TOO_FEW_CALLS',
    'BOOKING_HAS_ENDED',
    'BOOKING_IS_FINAL',
    'APPLICANT_HAS_ACTED',
    'NOT_VERIFIED',
    'ABSENCE_IS_EXCUSED',
    'THEIR_CONSENT_OUTDATED',
    'PROOF_WORD_WRONG',
    'PROOF_WORDS_ENDED',
  ],
});
