import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { OwnBooking } from './bookings.ts';
import { BOOKING_STATES } from './meeting-choices.ts';

/** Texts and USSD show this reply, so it names no person or place. */
export const readNextMeeting = endpoint({
  method: 'GET',
  path: '/people/:userId/next-meeting',
  summary: 'A participant’s next meeting, and whether they confirmed it, and their open survey',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({
    meeting: z.nullable(
      z.object({
        id: Id,
        /** Changes each time the meeting is rescheduled. */
        sequence: z.int(),
        startsAt: z.string(),
        hasStarted: z.boolean(),
        isConfirmed: z.boolean(),
        isLate: z.boolean(),
        canChooseAgain: z.boolean(),
        isPlaceChanged: z.boolean(),
        proofWords: OwnBooking.shape.proofWords,
      }),
    ),
    /** The earliest time before which the participant must open or finish a survey. */
    surveyUntil: z.nullable(z.string()),
  }),
  errors: [],
});

const MEETING_ANSWERS = ['CONFIRM', 'CANCEL'] as const;
export type MeetingAnswer = (typeof MEETING_ANSWERS)[number];

/** A repeated call changes nothing. If `sequence` is outdated, the answer is BOOKING_HAS_ENDED. */
export const answerMeeting = endpoint({
  method: 'POST',
  path: '/people/:userId/meetings/:id/answer',
  summary: 'Confirm or cancel a participant’s next meeting for them',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id, id: Id }),
  body: z.strictObject({ sequence: z.int(), answer: z.enum(MEETING_ANSWERS) }),
  reply: z.object({ state: z.enum(BOOKING_STATES) }),
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_HAS_ENDED', 'CONSENT_OUTDATED', 'SLOT_NOT_FOUND'],
});
