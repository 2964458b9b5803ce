import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { EMAIL_KINDS, EmailAbout, PAYMENT_EMAIL_KINDS } from '../emails.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
  MOBILE_MONEY_PROVIDERS,
  ROLES,
  VERIFICATION_STATUSES,
} from '../enumerations.ts';

export const readRoleAndCompany = endpoint({
  method: 'GET',
  path: '/people/:userId/role-and-company',
  summary: 'Role and verification of a person, as they are now',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  params: z.object({ userId: Id }),
  reply: z.object({
    role: z.enum(ROLES),
    adminVerificationStatus: z.nullable(z.enum(VERIFICATION_STATUSES)),
    companyName: z.nullable(z.string()),
    /** The previous version does not send this field. */
    isSuspended: z.optional(z.boolean()),
    /**
     * False after the company was revoked, unless an admin has allowed exports. The previous version does not
     * send this field.
     */
    mayExport: z.optional(z.boolean()),
  }),
  errors: ['PERSON_NOT_FOUND'],
});

const matchingFields = {
  dateOfBirth: z.iso.date(),
  gender: z.enum(GENDERS),
  education: z.enum(EDUCATION_LEVELS),
  annualHouseholdIncome: z.enum(INCOME_RANGES),
  devices: z.array(z.enum(DEVICE_REQUIREMENTS)),
  /**
   * The order is that of FURTHER_CRITERIA. Null if unknown. The previous version does not send this field.
   */
  furtherBits: z.nullish(z.array(z.int())),
};

/** A matching profile contains no name, contact or payment detail. */
export const MatchingProfile = z.object({
  ...matchingFields,
  /** The values before each change, oldest first. The previous version does not send this field. */
  former: z.optional(z.array(z.object({ ...matchingFields, until: z.iso.datetime() }))),
  /** The previous version does not send this field. */
  setUpAt: z.optional(z.iso.datetime()),
});
export type MatchingProfile = z.infer<typeof MatchingProfile>;

export const readMatchingProfile = endpoint({
  method: 'GET',
  path: '/people/:userId/matching-profile',
  summary: 'The profile that studies are matched by; empty before the set-up and without consent',
  access: 'SERVICE',
  callers: ['project'],
  params: z.object({ userId: Id }),
  reply: MatchingProfile,
  errors: ['PERSON_NOT_FOUND', 'PROFILE_MISSING', 'MATCHING_WITHDRAWN'],
});

/** This keeps the body far below the size limit of a service. */
export const MAX_NAMES_ASKED = 1000;

export const readNames = endpoint({
  method: 'POST',
  path: '/people/names',
  summary:
    'Names of up to 1,000 people, and whether their number to be paid to is another’s too; unknown ids are left out',
  access: 'SERVICE',
  callers: ['project'],
  body: z.strictObject({ userIds: z.array(Id).check(z.maxLength(MAX_NAMES_ASKED)) }),
  reply: z.array(
    z.object({
      userId: Id,
      firstName: z.string(),
      lastName: z.string(),
      /**
       * True if another account has the same payment number. The previous version does not send this field.
       */
      sharesNumber: z.optional(z.boolean()),
    }),
  ),
  errors: [],
});

/**
 * Access tokens stay valid for minutes after their session ends. `since` is the last `asOf`, and ids may
 * repeat.
 */
export const readEndedSessions = endpoint({
  method: 'POST',
  path: '/people/ended-sessions',
  summary: 'Sessions that ended since a time, or within the lifetime of a token',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  body: z.strictObject({ since: z.nullable(z.iso.datetime()) }),
  reply: z.object({ asOf: z.iso.datetime(), sessionIds: z.array(Id) }),
  errors: [],
});

/** Sends one email for each `about`. Its text is read when it is sent (readEmail, readPaymentEmail). */
export const sendEmail = endpoint({
  method: 'POST',
  path: '/people/:userId/emails',
  summary: 'Email a person about an event in another service',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  params: z.object({ userId: Id }),
  body: z.strictObject({ kind: z.enum([...EMAIL_KINDS, ...PAYMENT_EMAIL_KINDS]), about: EmailAbout }),
  errors: [],
});

/** Replies to people never contain the whole number. */
export const readPaymentAccount = endpoint({
  method: 'GET',
  path: '/people/:userId/payment-account',
  summary: 'The mobile-money account of a participant',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ userId: Id }),
  reply: z.object({
    network: z.enum(MOBILE_MONEY_PROVIDERS),
    phoneNumber: z.string(),
    accountName: z.string(),
    changedAt: z.nullable(z.string()),
    setUpAt: z.optional(z.string()),
  }),
  errors: ['PERSON_NOT_FOUND', 'PROFILE_MISSING'],
});

/** Access tokens are signed with these keys too. */
export const readSigningKeys = signingKeysEndpoint();
