import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { CalendarDay } from '../calendar-day.ts';
import { ResearcherBooking } from './bookings.ts';
import { MeetingDetails } from './meeting-fields.ts';
import { SlotId } from './slot-id.ts';

const studyId = z.object({ id: Id });
const slotFields = { slotId: z.string(), startsAt: z.string(), endsAt: z.string(), seats: z.int() };

/** `isFree` means that this participant can book the slot. For the researcher, it means that someone can. */
export const SlotForParticipant = z.object({ ...slotFields, seatsLeft: z.int(), isFree: z.boolean() });
export type SlotForParticipant = z.infer<typeof SlotForParticipant>;
export const SlotForResearcher = z.object({
  ...slotFields,
  taken: z.int(),
  isFree: z.boolean(),
  /** Null if the slot has the link or address of the study. */
  ownDetails: z.nullable(z.partial(z.object(MeetingDetails.shape))),
  bookings: z.array(ResearcherBooking),
});
export type SlotForResearcher = z.infer<typeof SlotForResearcher>;

/** If there are no days, any day suits the participant. */
export const WaitingListEntry = z.object({ studyId: Id, days: z.array(z.string()), joinedAt: z.string() });
export type WaitingListEntry = z.infer<typeof WaitingListEntry>;

const MAX_SLOTS = 700;

/**
 * A week can have a slot at every quarter of an hour. `next` starts the next page. Participants must be
 * accepted.
 */
export const listSlots = endpoint({
  method: 'GET',
  path: '/studies/:id/slots',
  summary:
    'The times of a study: for its researcher with the bookings, for an accepted applicant with what is free',
  access: 'SIGNED_IN',
  params: studyId,
  query: z.strictObject({ from: z.optional(z.iso.datetime({ error: rule('notOfThisKind') })) }),
  reply: z.discriminatedUnion('audience', [
    z.object({
      audience: z.literal('RESEARCHER'),
      slots: z.array(SlotForResearcher),
      next: z.nullable(z.string()),
      /** `free` and `taken` count only future slots. */
      counts: z.object({ free: z.int(), taken: z.int(), waiting: z.int(), met: z.int() }),
    }),
    z.object({
      audience: z.literal('PARTICIPANT'),
      slots: z.array(SlotForParticipant),
      next: z.nullable(z.string()),
      waiting: z.nullable(WaitingListEntry),
      hasEnded: z.boolean(),
    }),
  ]),
  errors: ['STUDY_NOT_FOUND', 'NOT_ACCEPTED'],
});
export { MAX_SLOTS };

const MAX_ADDED = 366;

/** Slots that exist already do not change. */
export const addSlots = endpoint({
  method: 'POST',
  path: '/studies/:id/slots',
  summary: 'Add times to a published study',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: z.strictObject({
    startsAt: z
      .array(SlotId, { error: rule('times') })
      .check(z.minLength(1, rule('times')), z.maxLength(MAX_ADDED, rule(`tooMany ${MAX_ADDED}`))),
  }),
  reply: z.object({ added: z.int() }),
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_DRAFT',
    'STUDY_IS_CLOSED',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_ONLINE',
    'INVALID_INPUT',
  ],
});

/**
 * A booked slot must be cancelled with a reason instead. The last future slot ends only when the study is
 * closed.
 */
export const removeSlot = endpoint({
  method: 'DELETE',
  path: '/studies/:id/slots/:slotId',
  summary: 'Remove a time that is not booked',
  access: 'VERIFIED_RESEARCHER',
  params: z.object({ id: Id, slotId: SlotId }),
  errors: ['SLOT_NOT_FOUND', 'SLOT_IS_BOOKED', 'SLOT_IS_LAST'],
});

/** Replaces all details of one slot. With an empty body, the slot has the details of the study again. */
export const changeSlotMeeting = endpoint({
  method: 'PUT',
  path: '/studies/:id/slots/:slotId/meeting',
  summary: 'Change where one time meets, and notify the people who booked it',
  access: 'VERIFIED_RESEARCHER',
  limits: ['PLACE_CHANGES_PER_PERSON_PER_HOUR'],
  params: z.object({ id: Id, slotId: SlotId }),
  body: MeetingDetails,
  errors: ['SLOT_NOT_FOUND', 'SLOT_IS_PAST', 'STUDY_IS_SUSPENDED', 'INVALID_INPUT'],
});

const MAX_DAYS = 366;

export const joinWaitingList = endpoint({
  method: 'PUT',
  path: '/studies/:id/waiting',
  summary: 'Join the waiting list for a time, on these days or any',
  access: 'PARTICIPANT',
  params: studyId,
  body: z.strictObject({
    days: z._default(z.array(CalendarDay).check(z.maxLength(MAX_DAYS, rule(`tooMany ${MAX_DAYS}`))), []),
  }),
  reply: WaitingListEntry,
  errors: ['STUDY_NOT_FOUND', 'NOT_ACCEPTED', 'ALREADY_BOOKED', 'TOO_MANY_MOVES', 'STUDY_IS_CLOSED'],
});

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/studies/:id/waiting',
  summary: 'Leave the waiting list',
  access: 'PARTICIPANT',
  params: studyId,
  errors: ['STUDY_NOT_FOUND'],
});
