import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { STUDY_STATES } from './studies.ts';

export const readInvitedStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/invited',
  summary: 'The content of an invitation email, and whether it is still useful',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: Id }),
  /** Null if no known person has the invited address. */
  body: z.strictObject({ userId: z.nullable(Id) }),
  reply: z.object({
    researcherId: Id,
    publicName: z.string(),
    durationInMinutes: z.nullable(z.int()),
    isOnline: z.boolean(),
    /** The amount is in whole GH₵; 0 means unpaid. */
    incentive: z.int(),
    approval: z.optional(z.nullable(z.object({ committee: z.string(), number: z.string() }))),
    isInviteOnly: z.boolean(),
    state: z.enum(STUDY_STATES),
    isOpen: z.boolean(),
    hasApplied: z.boolean(),
    endedAt: z.nullable(z.string()),
  }),
  errors: ['STUDY_NOT_FOUND'],
});

export const letIntoStudy = endpoint({
  method: 'PUT',
  path: '/studies/:id/invited/:userId',
  summary: 'Accept an invitation for one person; a repeat changes nothing',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: Id, userId: Id }),
  /** If true, the caller replaces a person who opened the link and has not applied. */
  body: z.strictObject({ invitationId: Id, ownsAddress: z.boolean() }),
  /** False if the person was already admitted by another invitation. */
  reply: z.object({ usesInvitation: z.boolean() }),
  errors: ['STUDY_NOT_FOUND', 'INVITATION_USED'],
});
