import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { TEXTAREA_MAX_LENGTH, oneOf, requiredText } from '../text.ts';
import { BOOKING_STATES, REPORT_KINDS } from './meeting-choices.ts';
import { REJECTION_REASONS } from './submission-choices.ts';

const DISPUTE_STATES = ['OPEN', 'DECIDED'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const DISPUTE_SIDES = ['PARTICIPANT', 'RESEARCHER'] as const;

/** The id is that of the booking, or of the submission of an online study. */
const DisputeInList = z.object({
  id: Id,
  kind: z.enum(['MEETING', 'SURVEY']),
  state: z.enum(DISPUTE_STATES),
  studyId: Id,
  study: z.string(),
  raisedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Null if the admin decided by the link in an email. */
  decidedBy: z.nullable(z.string()),
});

export const listDisputesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/disputes',
  summary: 'Disputes about meetings and surveys; the open ones oldest first, the decided ones newest first',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  query: z.strictObject({ ...pagingFields, state: z._default(oneOf(DISPUTE_STATES), 'OPEN') }),
  page: DisputeInList,
  errors: [],
});

const DisputeDetails = z.object({
  participantId: Id,
  researcherId: Id,
  participantCode: z.string(),
  incentive: z.int(),
  startsAt: z.nullable(z.string()),
  /** The participant's report, and the researcher's mark. */
  reportKind: z.nullable(z.enum(REPORT_KINDS)),
  marked: z.nullable(z.enum(BOOKING_STATES)),
  rejectionReason: z.nullable(z.enum(REJECTION_REASONS)),
  /** Null if nothing was written, or if the writer's account is deleted. */
  participantText: z.nullable(z.string()),
  researcherText: z.nullable(z.string()),
  /** words/en/admin-disputes.ts has the names of these events. */
  history: z.array(z.object({ at: z.string(), event: z.string() })),
  decision: z.nullable(z.enum(DISPUTE_SIDES)),
  decisionReason: z.nullable(z.string()),
});
export type DisputeDetails = z.infer<typeof DisputeDetails>;

export const readDisputeAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/disputes/:id',
  summary: 'What both sides of a dispute say, and what happened before',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params: z.object({ id: Id }),
  reply: z.extend(DisputeInList, DisputeDetails.shape),
  errors: ['DISPUTE_NOT_FOUND'],
});

/** Both sides read the reason. The first decision is final. */
export const decideDisputeAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/disputes/:id/decision',
  summary: 'Decide a dispute for the participant or for the researcher',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ decision: oneOf(DISPUTE_SIDES), reason: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: z.object({ id: Id }),
  errors: ['DISPUTE_NOT_FOUND', 'DISPUTE_IS_DECIDED', 'NO_PLACE_LEFT'],
});
