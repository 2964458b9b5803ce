import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { NumberToCall, TimeToTake } from './booking-fields.ts';
import { TEXTAREA_MAX_LENGTH, freeText, requiredText, oneOf } from '../text.ts';
import { ATTENDANCE_OUTCOMES, BOOKING_STATES, MEETING_WAYS, REPORT_KINDS } from './meeting-choices.ts';
import { MeetingDetails } from './meeting-fields.ts';
import { SlotId } from './slot-id.ts';

const bookingFields = {
  id: Id,
  studyId: Id,
  applicationId: Id,
  state: z.enum(BOOKING_STATES),
  /** Null while only a place is held. */
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** Until when a place is held, or a time offered. */
  expiresAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  isLate: z.boolean(),
  cancelReason: z.nullable(z.string()),
  countsAsAttended: z.boolean(),
  report: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), at: z.string() })),
  decision: z.nullable(z.object({ for: z.enum(['PARTICIPANT', 'RESEARCHER']), reason: z.string() })),
};

/** A booking as its participant sees it, with the link or place while it is booked. */
export const OwnBooking = z.object({
  ...bookingFields,
  /** The researcher has cancelled a meeting, and keeps this time for them instead. */
  isProposed: z.boolean(),
  /** From when on the mark of who came can no longer be taken back; null without a mark. */
  finalAt: z.nullable(z.string()),
  /** How often its time can still be changed, by a move or by taking another once this one is given back. */
  movesLeft: z.int(),
  /** Until when it is moved or given back without being late; null where that is over. */
  freeUntil: z.nullable(z.string()),
  /** Until when the participant may say that they were there, or that nobody came; null where they may not. */
  canReport: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), until: z.string() })),
  /** In E.164. */
  phoneNumber: z.nullable(z.string()),
  isOnWhatsApp: z.boolean(),
  meetingWay: z.enum(MEETING_WAYS),
  details: z.nullable(z.partial(z.object(MeetingDetails.shape))),
  study: z.object({ publicName: z.string(), companyName: z.nullable(z.string()) }),
  /** As of an application: they agree to it before they meet. */
  asksConsent: z.nullable(z.object({ version: z.int(), text: z.string() })),
});
export type OwnBooking = z.infer<typeof OwnBooking>;

/** As the researcher sees it; `code` stands for the person where a name should not. */
export const ResearcherBooking = z.object({
  ...bookingFields,
  report: z.nullable(z.object({ kind: z.enum(REPORT_KINDS), at: z.string(), text: z.string() })),
  /** What the researcher wrote to that report, for the admin who decides. */
  answer: z.nullable(z.string()),
  studyName: z.string(),
  applicantId: Id,
  /** To the consent text that they would be met by. */
  hasAgreed: z.boolean(),
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  meetingWay: z.enum(MEETING_WAYS),
  seats: z.int(),
  /** Where it is: the link or the place of its study. */
  details: z.partial(z.object(MeetingDetails.shape)),
  /** What their coming to this one pays, in whole GH₵: a study pays nobody twice. */
  pays: z.int(),
  /** Until when the mark can be taken back; null where it cannot. */
  undoUntil: z.nullable(z.string()),
  /** Until when an absence becomes a presence; null where it does not. */
  mendUntil: z.nullable(z.string()),
});
export type ResearcherBooking = z.infer<typeof ResearcherBooking>;

const bookingId = z.object({ id: Id });

/** Others may take the time. Whoever's meeting it was may not. */
const isOfferedAgain = z._default(z.boolean(), false);

/** What refuses a time: somebody was faster, the clock, or another meeting of one of the two. */
const SLOT_REFUSALS = [
  'SLOT_NOT_FOUND',
  'SLOT_IS_FULL',
  'SLOT_IS_PAST',
  'SLOT_IS_TOO_SOON',
  'SLOT_IS_NOT_FREE',
  'MEETINGS_OVERLAP',
] as const;

/**
 * Takes a free or an offered time. Where they meet by phone the number is required, for the researcher to call; only
 * the booking keeps it. A time that is booked already is answered as it stands.
 */
export const bookSlot = endpoint({
  method: 'POST',
  path: '/studies/:id/bookings',
  summary: 'Take a time to meet',
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
    'STUDY_IS_HALTED',
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

/** The same booking at another time of the study. */
export const moveBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/move',
  summary: 'Move a booking to another time',
  access: 'PARTICIPANT',
  params: bookingId,
  body: z.strictObject({ slotId: SlotId }),
  reply: OwnBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_IS_OVER',
    'STUDY_IS_HALTED',
    'TOO_MANY_MOVES',
    'CONSENT_OUTDATED',
    ...SLOT_REFUSALS,
  ],
});

export const confirmBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/confirm',
  summary: 'Say “I will be there”',
  access: 'PARTICIPANT',
  params: bookingId,
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_IS_OVER', 'CONSENT_OUTDATED', 'SLOT_NOT_FOUND'],
});

/**
 * By either side. The researcher must say why (AV7), and the seat goes with the meeting unless they offer it to others. They can
 * propose a free time of the study, or one that it is given for this (`isProposalAdded`), which is kept for the participant for a day; if it
 * cannot be, nothing is cancelled or added. An offer is declined by it. A participant who then takes a time again has moved by it.
 */
export const cancelBooking = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/cancel',
  summary: 'Give a time back, or cancel a meeting with a reason',
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
    'BOOKING_IS_OVER',
    'INVALID_INPUT',
    'NOT_VERIFIED',
    'STUDY_IS_CLOSED',
    'TIME_NOT_FOR_THEM',
    'SLOT_NOT_FOUND',
    'SLOT_IS_FULL',
    'SLOT_IS_PAST',
    'SLOT_IS_TOO_SOON',
  ],
});

/**
 * All who have booked a time, in one act with one reason; the time goes with them unless it is offered to others. Says of
 * each how they stand then: who is marked already stays so.
 */
export const cancelSlot = endpoint({
  method: 'POST',
  path: '/studies/:id/slots/:slotId/cancel',
  summary: 'Cancel the meetings of everybody at one time, with a reason',
  access: 'RESEARCHER',
  params: z.object({ id: Id, slotId: SlotId }),
  body: z.strictObject({ reason: requiredText(TEXTAREA_MAX_LENGTH), isOfferedAgain }),
  reply: z.object({ bookings: z.array(z.object({ id: Id, state: z.enum(BOOKING_STATES) })) }),
  errors: ['SLOT_NOT_FOUND'],
});

/**
 * From the start on, NO_SHOW a quarter of an hour later (AP2), and not by who is barred. UNMARKED takes a mark back while that is
 * possible.
 */
export const markAttendance = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/attendance',
  summary: 'Mark whether the participant came',
  access: 'RESEARCHER',
  params: bookingId,
  body: z.strictObject({ outcome: oneOf(ATTENDANCE_OUTCOMES) }),
  reply: ResearcherBooking,
  errors: [
    'BOOKING_NOT_FOUND',
    'MEETING_NOT_BEGUN',
    'BOOKING_IS_OVER',
    'BOOKING_IS_FINAL',
    'APPLICANT_HAS_ACTED',
    'NOT_VERIFIED',
    'THEIR_CONSENT_OUTDATED',
  ],
});

export const reportMeeting = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/report',
  summary: 'Say that one was there, or that nobody came',
  access: 'PARTICIPANT',
  params: bookingId,
  body: z.strictObject({ kind: oneOf(REPORT_KINDS), text: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'NOTHING_TO_REPORT'],
});

/** Until the meeting is over: the number that its researcher calls. */
/** While nobody has decided. Writing again replaces what was written before. */
export const answerReport = endpoint({
  method: 'PUT',
  path: '/studies/bookings/:id/report/answer',
  summary: 'Say what happened at a meeting that its participant has reported',
  access: 'RESEARCHER',
  params: bookingId,
  body: z.strictObject({ text: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: ResearcherBooking,
  errors: ['BOOKING_NOT_FOUND', 'NOTHING_TO_REPORT', 'DISPUTE_IS_DECIDED'],
});

export const changeNumber = endpoint({
  method: 'PUT',
  path: '/studies/bookings/:id/number',
  summary: 'Change the number to be called',
  access: 'PARTICIPANT',
  params: bookingId,
  body: NumberToCall,
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_IS_OVER', 'INVALID_INPUT'],
});

/** From 24 hours before to 24 hours after the meeting; each showing is in the audit. */
export const showNumber = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/number',
  summary: 'The number to call, for the researcher, around the time of the meeting',
  access: 'VERIFIED_RESEARCHER',
  params: bookingId,
  reply: z.object({ phoneNumber: z.string(), isOnWhatsApp: z.boolean() }),
  errors: ['BOOKING_NOT_FOUND', 'NUMBER_IS_HIDDEN'],
});

const token = z.string().check(z.regex(/^[\w-]{43}$/, rule('notOfThisKind')));

/** Both stories, by the link of the admin's letter. Reading uses nothing up. */
export const readDispute = endpoint({
  method: 'GET',
  path: '/studies/bookings/:id/dispute',
  summary: 'What participant and researcher say of a meeting',
  access: 'ANYONE',
  params: bookingId,
  query: z.strictObject({ token }),
  reply: z.object({
    studyName: z.string(),
    startsAt: z.string(),
    marked: z.nullable(z.enum(BOOKING_STATES)),
    reportKind: z.enum(REPORT_KINDS),
    reportText: z.string(),
    answerText: z.nullable(z.string()),
    confirmedAt: z.nullable(z.string()),
    numberShownAt: z.nullable(z.string()),
    canDecide: z.boolean(),
  }),
  limits: ['DISPUTES_READ_PER_ADDRESS_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** The first decision stands. */
export const decideDispute = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/dispute',
  summary: 'Decide whose account of a meeting counts',
  access: 'ANYONE',
  params: bookingId,
  body: z.strictObject({
    token,
    decision: oneOf(['PARTICIPANT', 'RESEARCHER']),
    reason: requiredText(TEXTAREA_MAX_LENGTH),
  }),
  reply: z.object({ id: Id, state: z.enum(BOOKING_STATES) }),
  limits: ['DISPUTES_READ_PER_ADDRESS_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'DISPUTE_IS_DECIDED'],
});
