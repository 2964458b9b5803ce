import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { STUDY_STATES } from './studies.ts';

/** What the identity service asks of studies that people are invited to, and whom it names. Addresses stay there. */

export const readInvitedStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/invited',
  summary: 'What a letter that invites to a study says, and whether one is still of use',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: Id }),
  /** The person whom the invitation is for; null while nobody is known. */
  body: z.strictObject({ userId: z.nullable(Id) }),
  reply: z.object({
    researcherId: Id,
    publicName: z.string(),
    durationInMinutes: z.nullable(z.int()),
    /** In whole GH₵; 0 where nobody is paid. */
    incentive: z.int(),
    /** Who approved of it, and by which number; null where it says nothing of that. */
    approval: z.optional(z.nullable(z.object({ committee: z.string(), number: z.string() }))),
    isByList: z.boolean(),
    state: z.enum(STUDY_STATES),
    /** Somebody can apply to it at this moment. */
    isOpen: z.boolean(),
    hasApplied: z.boolean(),
    /** Closed or deleted; null while it is neither. */
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
  /** `ownsAddress`: the invitation was sent to their own address. They outrank a person who followed its link and has not applied. */
  body: z.strictObject({ invitationId: Id, ownsAddress: z.boolean() }),
  /** `usesInvitation` is false for a person who is in by another invitation already. */
  reply: z.object({ usesInvitation: z.boolean() }),
  errors: ['STUDY_NOT_FOUND', 'INVITATION_USED'],
});
