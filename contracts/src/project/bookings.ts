import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { NumberToCall, TimeToTake } from './booking-fields.ts';
import { TEXTAREA_MAX_LENGTH, freeText, oneOf, requiredText } from '../text.ts';
import { BOOKING_STATES, CALL_OUTCOMES, MEETING_WAYS, REPORT_KINDS } from './meeting-choices.ts';
import { MeetingDetails } from './meeting-fields.ts';
import { SlotId } from './slot-id.ts';

const bookingFields = {
  id: Id,
  studyId: Id,
  applicationId: Id,
  state: z.enum(BOOKING_STATES),
  /** Null if a place is reserved and no slot is chosen yet. */
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  isLate: z.boolean(),
  cancelReason: z.nullable(z.string()),
  countsAsAttended: z.boolean(),
  report: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), at: z.string() })),
  /** Times of the researcher's calls, oldest first. */
  calls: z.array(z.string()),
  /** The time when the researcher entered the participant's word. */
  provenAt: z.nullable(z.string()),
  decision: z.nullable(z.object({ for: z.enum(['PARTICIPANT', 'RESEARCHER']), reason: z.string() })),
};

/** The link or address is included while the meeting is booked. */
export const OwnBooking = z.object({
  ...bookingFields,
  /** True if the researcher cancelled a meeting and reserved this slot for the participant instead. */
  isProposed: z.boolean(),
  /** From this time, the attendance mark is final. */
  finalAt: z.nullable(z.string()),
  /** Rescheduling is one change, and so is booking again after a cancellation. */
  movesLeft: z.int(),
  /** After this time, a change counts as late. Null if this time has passed. */
  freeUntil: z.nullable(z.string()),
  /** Null if the participant has nothing to report. */
  canReport: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), until: z.string() })),
  /** The number is in E.164 format. */
  phoneNumber: z.nullable(z.string()),
  isOnWhatsApp: z.boolean(),
  meetingWay: z.enum(MEETING_WAYS),
  details: z.nullable(z.partial(z.object(MeetingDetails.shape))),
  /** The caller says the first word, and the participant answers with the second. */
  proofWords: z.nullable(z.object({ first: z.string(), second: z.string() })),
  study: z.object({ publicName: z.string(), companyName: z.nullable(z.string()) }),
  asksConsent: z.nullable(z.object({ version: z.int(), text: z.string() })),
});
export type OwnBooking = z.infer<typeof OwnBooking>;

/** Other people than the researcher see `code` instead of the participant's name. */
export const ResearcherBooking = z.object({
  ...bookingFields,
  report: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), at: z.string(), text: z.string() })),
  /** The answer of the researcher to the report. The admin reads it. */
  answer: z.nullable(z.string()),
  studyName: z.string(),
  applicantId: Id,
  hasAgreed: z.boolean(),
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  meetingWay: z.enum(MEETING_WAYS),
  seats: z.int(),
  details: z.partial(z.object(MeetingDetails.shape)),
  /** True if this slot has another link or address than the study. */
  hasOwnDetails: z.boolean(),
  /** The researcher never sees the second word before the participant says it. */
  firstWord: z.nullable(z.string()),
  /** True after the participant was notified of a call that no one answered. */
  isUnanswered: z.boolean(),
  /** Whole GH₵. A study pays each person once. */
  pays: z.int(),
  undoUntil: z.nullable(z.string()),
  correctableUntil: z.nullable(z.string()),
});
export type ResearcherBooking = z.infer<typeof ResearcherBooking>;

const bookingId = z.object({ id: Id });

/** The participant of the cancelled meeting cannot book the slot again. */
const isOfferedAgain = z._default(z.boolean(), false);

const SLOT_REFUSALS = [
  'SLOT_NOT_FOUND',
  'SLOT_IS_FULL',
  'SLOT_IS_PAST',
  'SLOT_IS_TOO_SOON',
  'SLOT_IS_NOT_FREE',
  'MEETINGS_OVERLAP',
] as const;

/** Only the booking stores the phone number. A repeated call returns the existing booking. */
export const bookSlot = endpoint({
  method: 'POST',
  path: '/studies/:id/bookings',
  summary: 'Book a time to meet',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  body: TimeToTake,
  reply: OwnBooking,
  status: 201,
  errors: [
    'STUDY_NOT_FOUND',
    'NOT_ACCEPTED',
    'ALREADY_BOOKED',
    'TOO_MANY_MOVES',
    'STUDY_IS_SUSPENDED',
    'CONSENT_OUTDATED',
    ...SLOT_REFUSALS,
    'INVALID_INPUT',
  ],
});

export const listOwnBookings = endpoint({
  method: 'GET',
  path: '/studies/bookings',
  summary: 'The participant’s own bookings, the latest time first',
  access: 'PARTICIPANT',
  own: { in: 'query', name: 'participantId' },
  query: z.strictObject({ participantId: z.optional(Id), ...pagingFields }),
  page: OwnBooking,
  errors: [],
});

export const rescheduleBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/move',
  summary: 'Reschedule a booking to another time',
  access: 'PARTICIPANT',
  params: bookingId,
  body: z.strictObject({ slotId: SlotId }),
  reply: OwnBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_HAS_ENDED',
    'STUDY_IS_SUSPENDED',
    'TOO_MANY_MOVES',
    'CONSENT_OUTDATED',
    ...SLOT_REFUSALS,
  ],
});

export const confirmBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/confirm',
  summary: 'Confirm that the caller will be there',
  access: 'PARTICIPANT',
  params: bookingId,
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_HAS_ENDED', 'CONSENT_OUTDATED', 'SLOT_NOT_FOUND'],
});

/**
 * A researcher must give a reason. If a proposed slot cannot be reserved for a day, nothing is cancelled.
 * Booking again later counts as a reschedule.
 */
export const cancelBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/cancel',
  summary: 'Cancel a booking, with a reason if the meeting is agreed',
  access: 'SIGNED_IN',
  params: bookingId,
  body: z.strictObject({
    reason: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
    isOfferedAgain,
    proposes: z.optional(SlotId),
    isProposalAdded: z._default(z.boolean(), false),
  }),
  reply: z.object({ id: Id, state: z.enum(BOOKING_STATES), isLate: z.boolean() }),
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_HAS_ENDED',
    'INVALID_INPUT',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_CLOSED',
    'TIME_NOT_FOR_THEM',
    'SLOT_NOT_FOUND',
    'SLOT_IS_FULL',
    'SLOT_IS_PAST',
    'SLOT_IS_TOO_SOON',
  ],
});

/** Cancels the slot's bookings, except those with a mark, and removes the slot unless `isOfferedAgain`. */
export const cancelSlot = endpoint({
  method: 'POST',
  path: '/studies/:id/slots/:slotId/cancel',
  summary: 'Cancel all meetings at one time, with a reason',
  access: 'RESEARCHER',
  params: z.object({ id: Id, slotId: SlotId }),
  body: z.strictObject({ reason: requiredText(TEXTAREA_MAX_LENGTH), isOfferedAgain }),
  reply: z.object({ bookings: z.array(z.object({ id: Id, state: z.enum(BOOKING_STATES) })) }),
  errors: ['SLOT_NOT_FOUND'],
});

/** The phone number can be changed until the end of the meeting. */
export const changeNumber = endpoint({
  method: 'PUT',
  path: '/studies/bookings/:id/number',
  summary: 'Change the number to be called',
  access: 'PARTICIPANT',
  params: bookingId,
  body: NumberToCall,
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_HAS_ENDED', 'INVALID_INPUT'],
});

/**
 * The number is available from 24 hours before to 24 hours after the meeting. The audit records each view.
 */
export const showNumber = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/number',
  summary: 'The participant’s number to call, for the researcher, around the time of the meeting',
  access: 'VERIFIED_RESEARCHER',
  params: bookingId,
  reply: z.object({ phoneNumber: z.string(), isOnWhatsApp: z.boolean() }),
  errors: ['BOOKING_NOT_FOUND', 'NUMBER_IS_HIDDEN'],
});

/** The number is not stored. NO_ANSWER also notifies the participant, once for each meeting time. */
export const recordCall = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/calls',
  summary: 'Log a call to the participant, or that there was no answer',
  access: 'VERIFIED_RESEARCHER',
  params: bookingId,
  body: z.strictObject({ outcome: oneOf(CALL_OUTCOMES) }),
  reply: ResearcherBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'NOT_BY_PHONE',
    'NUMBER_NOT_SHOWN',
    'MEETING_NOT_STARTED',
    'BOOKING_HAS_ENDED',
  ],
});
