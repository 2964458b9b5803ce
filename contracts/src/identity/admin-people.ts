import * as z from 'zod/mini';
import { OBSTACLES } from '../account-deletion.ts';
import { CalendarDay } from '../calendar-day.ts';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { rule } from '../rule.ts';
import { TEXTAREA_MAX_LENGTH, freeText, oneOf, requiredText } from '../text.ts';
import { Demographic } from './profiles.ts';

export const PERSON_STATES = ['UNVERIFIED', 'ACTIVE', 'SUSPENDED'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

const PersonInList = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  state: z.enum(PERSON_STATES),
  registeredAt: z.string(),
});

const params = z.object({ userId: Id });
const reason = requiredText(TEXTAREA_MAX_LENGTH);
const NewState = z.object({ userId: Id, state: z.enum(PERSON_STATES) });

export const listPeopleAsAdmin = endpoint({
  method: 'POST',
  isRead: true,
  path: '/admin/people/search',
  summary:
    'People, newest first; `search` is part of a name, email or company, a whole id, or a whole number',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  query: z.strictObject({
    ...pagingFields,
    role: z.optional(oneOf(ROLES)),
    state: z.optional(oneOf(PERSON_STATES)),
  }),
  body: z.strictObject({ search: z.optional(freeText(TEXTAREA_MAX_LENGTH)) }),
  page: PersonInList,
  errors: [],
});

/** Phone numbers are masked. SUPPORT does not see the profile values that an admin can correct. */
export const readPersonAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/people/:userId',
  summary: 'An account: its state, how the person signs in and is reached, and their company',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params,
  reply: z.extend(PersonInList, {
    lastActiveOn: z.string(),
    suspendedAt: z.nullable(z.string()),
    suspendReason: z.nullable(z.string()),
    provenNumber: z.nullable(z.string()),
    sessions: z.int(),
    pushDevices: z.int(),
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    isEmailRefused: z.boolean(),
    isPasswordLocked: z.boolean(),
    companyName: z.nullable(z.string()),
    profile: z.nullable(z.object({ dateOfBirth: z.string(), gender: z.string() })),
  }),
  errors: ['PERSON_NOT_FOUND'],
});

export const suspendPersonAsAdmin = endpoint({
  method: 'PUT',
  path: '/admin/people/:userId/suspension',
  summary: 'Suspend a person and end their sessions; they read the reason',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params,
  body: z.strictObject({ reason }),
  reply: NewState,
  errors: ['PERSON_NOT_FOUND', 'ALREADY_DONE'],
});

export const unsuspendPersonAsAdmin = endpoint({
  method: 'DELETE',
  path: '/admin/people/:userId/suspension',
  summary: 'Let a suspended person log in again',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params,
  reply: NewState,
  errors: ['PERSON_NOT_FOUND', 'ALREADY_DONE'],
});

export const sendAccountEmailAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/people/:userId/emails',
  summary: 'Send the email that lets a person in: to verify the address or, if it is, to set a password',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params,
  reply: z.object({ kind: z.enum(['VERIFY_EMAIL', 'RESET_PASSWORD']) }),
  errors: ['PERSON_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const unlockPasswordAsAdmin = endpoint({
  method: 'DELETE',
  path: '/admin/people/:userId/password-lock',
  summary: 'Lift the lock after too many wrong passwords',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params,
  reply: z.object({ isPasswordLocked: z.boolean() }),
  errors: ['PERSON_NOT_FOUND', 'ALREADY_DONE'],
});

/** Within seconds, all studies use the corrected value. */
export const correctProfileAsAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/people/:userId/profile',
  summary: 'Correct a date of birth or a gender that the person entered wrongly',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params,
  body: z
    .strictObject({
      dateOfBirth: z.optional(Demographic.shape.dateOfBirth),
      gender: z.optional(Demographic.shape.gender),
      reason,
    })
    .check(
      z.refine(
        ({ dateOfBirth, gender }) => (dateOfBirth === undefined) !== (gender === undefined),
        rule('valueRequired'),
      ),
    ),
  reply: z.object({ userId: Id }),
  errors: ['PERSON_NOT_FOUND', 'PROFILE_NOT_FOUND', 'ALREADY_DONE'],
});

export const exportPersonAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/people/:userId/data',
  summary: 'The data that the person can download, as CSV and JSON in a ZIP file, to give to them',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params,
  file: 'application/zip',
  isCostly: true,
  errors: ['PERSON_NOT_FOUND'],
});

/** The law allows at most this time (Act 843, section 39). */
export const DAYS_TO_ANSWER_RIGHTS = 21;

export const readDeletionAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/people/:userId/deletion',
  summary: 'The request of a person to be deleted, and what must be settled first',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params,
  reply: z.object({
    requestedOn: z.nullable(z.string()),
    dueOn: z.nullable(z.string()),
    obstacles: z.array(z.enum(OBSTACLES)),
  }),
  errors: ['PERSON_NOT_FOUND'],
});

export const recordDeletionRequestAsAdmin = endpoint({
  method: 'PUT',
  path: '/admin/people/:userId/deletion',
  summary: 'Record when a person asked to be deleted, or that they no longer ask',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  params,
  body: z.strictObject({ requestedOn: z.nullable(CalendarDay) }),
  reply: z.object({ userId: Id }),
  errors: ['PERSON_NOT_FOUND', 'ALREADY_DONE'],
});

export const deletePersonAsAdmin = endpoint({
  method: 'DELETE',
  path: '/admin/people/:userId',
  summary: 'Delete an account and its data in every service; open studies are closed',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  needsRecentPasskey: true,
  params,
  body: z.strictObject({ reason }),
  reply: z.object({ userId: Id }),
  errors: ['PERSON_NOT_FOUND', 'MEETINGS_TO_COME', 'SUBMISSIONS_WAIT', 'BUDGET_IS_OPEN', 'PAYMENT_NOT_FINAL'],
});

export const DELIVERY_STATES = [
  'WAITING',
  'LEAVING',
  'ACCEPTED',
  'DELIVERED',
  'UNKNOWN',
  'DROPPED',
  'ENDED',
  'FAILED',
] as const;
export const DELIVERY_CHANNELS = ['EMAIL', 'TEXT', 'PUSH'] as const;

/** Sent emails and pushes are deleted from the job queues after some days. Texts are stored longer. */
export const listDeliveriesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/deliveries',
  summary: 'Emails, texts and pushes, newest first, with their state',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  query: z.strictObject({
    ...pagingFields,
    userId: z.optional(Id),
    channel: z.optional(oneOf(DELIVERY_CHANNELS)),
    state: z.optional(oneOf(DELIVERY_STATES)),
  }),
  page: z.object({
    id: Id,
    at: z.string(),
    channel: z.enum(DELIVERY_CHANNELS),
    gateway: z.nullable(z.string()),
    kind: z.string(),
    state: z.enum(DELIVERY_STATES),
    reason: z.nullable(z.string()),
    userId: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  errors: [],
});
