import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { STUDY_STATES } from './studies.ts';

/** For the identity service, which keeps the addresses. */

export const readInvitedStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/invited',
  summary: 'What a letter that invites to a study says, and whether one is still of use',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: Id }),
  /** Null if the address has no known person. */
  body: z.strictObject({ userId: z.nullable(Id) }),
  reply: z.object({
    researcherId: Id,
    publicName: z.string(),
    durationInMinutes: z.nullable(z.int()),
    /** Whole GH₵; 0 means unpaid. */
    incentive: z.int(),
    /** Null if not stated. */
    approval: z.optional(z.nullable(z.object({ committee: z.string(), number: z.string() }))),
    isByList: z.boolean(),
    state: z.enum(STUDY_STATES),
    /** Accepts applications now. */
    isOpen: z.boolean(),
    hasApplied: z.boolean(),
    /** When it was closed or deleted. */
    endedAt: z.nullable(z.string()),
  }),
  errors: ['STUDY_NOT_FOUND'],
});

export const letIntoStudy = endpoint({
  method: 'PUT',
  path: '/studies/:id/invited/:userId',
  summary: 'Let a person into a study by an invitation, which lets in one person; twice is once',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: Id, userId: Id }),
  /**
   * `ownsAddress`: invited by their own address, they replace a person who followed the link but has not
   * applied.
   */
  body: z.strictObject({ invitationId: Id, ownsAddress: z.boolean() }),
  /** False if another invitation already admitted the person. */
  reply: z.object({ usesInvitation: z.boolean() }),
  errors: ['STUDY_NOT_FOUND', 'INVITATION_USED'],
});
