import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { erasureEndpoint, obstaclesEndpoint } from '../account-deletion.ts';
import { ownDataEndpoint } from '../data-export.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';
import { BOOKING_STATES } from './meeting-choices.ts';

/** The project service then reads the new profile. */
export const syncProfile = endpoint({
  method: 'POST',
  path: '/people/:userId/profile-changes',
  summary: 'Update the matching profile after its owner set it up or changed it',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  errors: [],
});

/** Sent for a suspension or revocation, or its end. An outdated version changes nothing. */
export const updateSuspension = endpoint({
  method: 'PUT',
  path: '/people/:userId/suspension',
  summary: 'Suspend a person: pause their studies and withdraw their applications; or end the suspension',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  body: z.strictObject({ version: z.int().check(z.minimum(1)), isSuspended: z.boolean() }),
  errors: [],
});

/** After the first application, date of birth and gender are fixed. */
export const readHasApplied = endpoint({
  method: 'GET',
  path: '/people/:userId/has-applied',
  summary: 'Whether a person has applied to a study',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({ hasApplied: z.boolean() }),
  errors: [],
});

/** Texts and USSD use it, so it names no person or place. */
export const readNextMeeting = endpoint({
  method: 'GET',
  path: '/people/:userId/next-meeting',
  summary: 'A participant’s next meeting, and whether they confirmed it',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({
    meeting: z.nullable(
      z.object({
        id: Id,
        /** Each reschedule changes it. */
        sequence: z.int(),
        startsAt: z.string(),
        isConfirmed: z.boolean(),
        /** A cancellation counts as late. */
        isLate: z.boolean(),
        /** Another slot can be booked after a cancellation. */
        canChooseAgain: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

const MEETING_ANSWERS = ['CONFIRM', 'CANCEL'] as const;
export type MeetingAnswer = (typeof MEETING_ANSWERS)[number];

/** Idempotent. An outdated `sequence` gets BOOKING_HAS_ENDED. */
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

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
export const readOwnData = ownDataEndpoint();

export const readSigningKeys = signingKeysEndpoint();
