import * as z from 'zod/mini';
import { LISTED_MAX_LENGTH, ROW_ANSWERS } from '../address-list.ts';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';

/** Emails above this number are sent on the next day. */
export const INVITATIONS_PER_DAY = 1000;
/** An address gets at most this many invitations in 30 days, counted over all researchers. */
export const INVITATIONS_PER_ADDRESS = 4;
export const REMINDER_AFTER_DAYS = 3;

/** This keeps the body far below the size limit of a service. */
export const ADDRESSES_AT_ONCE = 200;

/** The token contains the id of an invitation and the keyed hash of its mailbox. */
export const InvitationToken = z
  .string()
  .check(
    z.regex(
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.hashed\.[\w-]{8}\.[\w-]{43}\.[\w-]{43}$/,
      rule('notOfThisKind'),
    ),
  );

/** The reply does not reveal whether the person has an account, refuses invitations or fits the study. */
export const inviteToStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/invitations',
  summary: 'Invite email addresses to a study; each gets one invitation and one reminder',
  access: 'VERIFIED_RESEARCHER',
  params: z.object({ id: Id }),
  body: z.strictObject({
    addresses: z
      .array(z.string().check(z.maxLength(LISTED_MAX_LENGTH, rule(`maxLength ${LISTED_MAX_LENGTH}`))))
      .check(
        z.minLength(1, rule('atLeastOne')),
        z.maxLength(ADDRESSES_AT_ONCE, rule(`tooMany ${ADDRESSES_AT_ONCE}`)),
      ),
  }),
  /** One answer per address, in the order of the addresses. */
  reply: z.object({ answers: z.array(z.enum(ROW_ANSWERS)) }),
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_DRAFT', 'STUDY_IS_PUBLISHED', 'STUDY_IS_PAUSED', 'STUDY_IS_CLOSED'],
});

/** The reply reveals neither addresses nor their outcome. */
export const countInvited = endpoint({
  method: 'GET',
  path: '/studies/:id/invitations',
  summary: 'How many addresses the caller has invited to a study',
  access: 'RESEARCHER',
  params: z.object({ id: Id }),
  reply: z.object({ listed: z.int() }),
  errors: [],
});

/**
 * Only one person can use the invitation. If the account has another email, the person must confirm first.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/:token/accept',
  summary: 'Accept the invitation of an emailed link for the caller',
  access: 'PARTICIPANT',
  params: z.object({ token: InvitationToken }),
  body: z.strictObject({ takesOtherAddress: z.boolean() }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'INVITATION_USED', 'INVITATION_OF_OTHER_ADDRESS'],
});

export const neverInvite = endpoint({
  method: 'POST',
  path: '/invitations/:token/stop',
  summary: 'Stop all invitations to the address of this link (List-Unsubscribe)',
  access: 'ANYONE',
  params: z.object({ token: InvitationToken }),
  oneClick: { page: '/never-again/:token' },
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});
