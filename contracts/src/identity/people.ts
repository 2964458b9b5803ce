import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { LETTER_KINDS, LetterAbout, PAYMENT_LETTER_KINDS } from '../letters.ts';
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

/** What the project service may know of people: role and company, names, and the facts that studies are matched by. */

export const readRoleAndCompany = endpoint({
  method: 'GET',
  path: '/people/:userId/standing',
  summary: 'Role and verification of a person, as they are now',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  params: z.object({ userId: Id }),
  reply: z.object({
    role: z.enum(ROLES),
    adminVerificationStatus: z.nullable(z.enum(VERIFICATION_STATUSES)),
    /** The company's name where there is one; participants see it on a study. */
    companyName: z.nullable(z.string()),
    /** Absent from a node of the version before. */
    isSuspended: z.optional(z.boolean()),
    /** False for the researcher of a revoked company, unless an admin allows it; absent from a node of the version before. */
    mayExport: z.optional(z.boolean()),
  }),
  errors: ['PERSON_NOT_FOUND'],
});

const matchingFacts = {
  dateOfBirth: z.iso.date(),
  gender: z.enum(GENDERS),
  education: z.enum(EDUCATION_LEVELS),
  annualHouseholdIncome: z.enum(INCOME_RANGES),
  devices: z.array(z.enum(DEVICE_REQUIREMENTS)),
  /** In the order of FURTHER_CRITERIA; null where they were not kept yet, absent from a node of the version before. */
  furtherBits: z.nullish(z.array(z.int())),
};

/** Facts without a name: never an address, a phone number or a payment detail. */
export const MatchingProfile = z.object({
  ...matchingFacts,
  /** What they were until each change, oldest first; absent from a node of the version before. */
  former: z.optional(z.array(z.object({ ...matchingFacts, until: z.iso.datetime() }))),
  /** Absent from a node of the version before. */
  setUpAt: z.optional(z.iso.datetime()),
});
export type MatchingProfile = z.infer<typeof MatchingProfile>;

export const readMatchingProfile = endpoint({
  method: 'GET',
  path: '/people/:userId/matching-profile',
  summary: 'The facts that studies are matched by, from the set-up on and while there is the consent',
  access: 'SERVICE',
  callers: ['project'],
  params: z.object({ userId: Id }),
  reply: MatchingProfile,
  errors: ['PERSON_NOT_FOUND', 'PROFILE_MISSING', 'MATCHING_WITHDRAWN'],
});

/** The most people whose names one call asks for: a body of ids well within what a service takes. */
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
      /** Another account is to be paid to the same number; absent from a node of the version before. */
      sharesNumber: z.optional(z.boolean()),
    }),
  ),
  errors: [],
});

/**
 * Access tokens outlive their session by minutes; services that verify them on their own ask for this list. `since` is
 * the `asOf` of the answer before: some come twice, and none is missed.
 */
export const readEndedSessions = endpoint({
  method: 'POST',
  path: '/people/ended-sessions',
  summary: 'Sessions that ended since an instant, or within the longest life of a token',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  body: z.strictObject({ since: z.nullable(z.iso.datetime()) }),
  reply: z.object({ asOf: z.iso.datetime(), sessionIds: z.array(Id) }),
  errors: [],
});

/**
 * Asks for a letter of the other service's, once each: what it says is read from there when it leaves (readLetter of
 * project/letters.ts, readPaymentLetter of payment/letters.ts).
 */
export const sendLetter = endpoint({
  method: 'POST',
  path: '/people/:userId/letters',
  summary: 'Write a letter to a person about something in another service',
  access: 'SERVICE',
  callers: ['payment', 'project'],
  params: z.object({ userId: Id }),
  body: z.strictObject({ kind: z.enum([...LETTER_KINDS, ...PAYMENT_LETTER_KINDS]), about: LetterAbout }),
  errors: [],
});

/** Where a participant's money goes, for the service that sends it; no answer to a person holds it. */
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
    /** Null while it is the one of the set-up. */
    changedAt: z.nullable(z.string()),
    setUpAt: z.optional(z.string()),
  }),
  errors: ['PERSON_NOT_FOUND', 'PROFILE_MISSING'],
});

/** The keys that sign access tokens are among them. */
export const readSigningKeys = signingKeysEndpoint();
