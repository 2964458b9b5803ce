import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { TEXTAREA_MAX_LENGTH, oneOf, requiredText } from '../text.ts';
import { OwnBooking, ResearcherBooking } from './bookings.ts';
import { BOOKING_STATES, REPORT_KINDS } from './meeting-choices.ts';

const bookingId = z.object({ id: Id });

export const reportMeeting = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/report',
  summary: 'Report that the caller attended, or that the other side did not come',
  access: 'PARTICIPANT',
  params: bookingId,
  body: z.strictObject({ kind: oneOf(REPORT_KINDS), text: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: OwnBooking,
  errors: ['BOOKING_NOT_FOUND', 'NOTHING_TO_REPORT'],
});

/** The researcher can answer until the decision. A new answer replaces the old one. */
export const answerReport = endpoint({
  method: 'PUT',
  path: '/studies/bookings/:id/report/answer',
  summary: 'Answer a participant’s report about a meeting',
  access: 'RESEARCHER',
  params: bookingId,
  body: z.strictObject({ text: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: ResearcherBooking,
  errors: ['BOOKING_NOT_FOUND', 'NOTHING_TO_REPORT', 'DISPUTE_IS_DECIDED'],
});

const token = z.string().check(z.regex(/^[\w-]{43}$/, rule('notOfThisKind')));

/** Reading a dispute does not use up the link that the admin got by email. */
export const readDispute = endpoint({
  method: 'GET',
  path: '/studies/bookings/:id/dispute',
  summary: 'What participant and researcher say about a disputed meeting',
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
    calls: z.array(z.string()),
    provenAt: z.nullable(z.string()),
    canDecide: z.boolean(),
  }),
  limits: ['DISPUTES_READ_PER_ADDRESS_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** The first decision is final. */
export const decideDispute = endpoint({
  method: 'POST',
  path: '/studies/bookings/:id/dispute',
  summary: 'Decide a dispute about a meeting',
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
