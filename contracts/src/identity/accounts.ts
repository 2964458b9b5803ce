import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { OptionalPhoneNumber } from '../phone-number.ts';
import { Email, KnownEmail, oneOf } from '../text.ts';
import { rule } from '../rule.ts';
import { FirstName, LastName } from '../names.ts';
import { EmailToken, NewPassword, SignedInUser } from './person.ts';

/** The route decides the `role`: /signup or /participant-signup (D-22). */
export const Registration = z.strictObject({
  email: Email,
  password: NewPassword,
  firstName: FirstName,
  lastName: LastName,
  role: oneOf(ROLES),
  phoneNumber: OptionalPhoneNumber,
  agreedToTerms: z.literal(true, { error: rule('agreedToTerms') }),
});
export type Registration = z.infer<typeof Registration>;

const EmailOnly = z.strictObject({ email: KnownEmail });

/**
 * The reply does not reveal whether an account exists: if it does, its owner gets an email instead (ASVS
 * 6.3.8).
 */
export const registerPerson = endpoint({
  method: 'POST',
  path: '/users/register/personal',
  summary: 'Register a researcher or a participant; an email with the verification link follows',
  access: 'ANYONE',
  body: Registration,
  reply: z.object({ email: z.string() }),
  status: 201,
  limits: ['REGISTRATIONS_PER_ADDRESS_PER_HOUR'],
  errors: ['INVALID_INPUT', 'PASSWORD_TOO_COMMON'],
});

/**
 * A cookie shows that this browser registered. Another browser gets PASSWORD_NEEDED and must send a new
 * password.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/users/verify-email',
  summary: 'Verify the email address with the token of the link, and log in',
  access: 'ANYONE',
  body: z.strictObject({ token: EmailToken, password: z.optional(NewPassword) }),
  reply: SignedInUser,
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: [
    'TOKEN_NOT_VALID',
    'EMAIL_ALREADY_VERIFIED',
    'PASSWORD_NEEDED',
    'PASSWORD_TOO_COMMON',
    'INVALID_INPUT',
    'ACCOUNT_SUSPENDED',
  ],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/users/resend-verification',
  summary: 'Send the verification email again; the answer is the same for an unknown address',
  access: 'ANYONE',
  body: EmailOnly,
  reply: z.object({ email: z.string() }),
  limits: ['EMAILS_REQUESTED_PER_ADDRESS_PER_HOUR'],
  errors: [],
});

/**
 * False for an invalid address (section 5 of the specification) or an unverified account. The reply reveals
 * accounts, so calls are limited by device and address (docs/decisions/0013).
 */
export const existsByEmail = endpoint({
  method: 'GET',
  path: '/users/exists-by-email',
  summary: 'Whether an account with this email exists',
  access: 'ANYONE',
  query: z.strictObject({ email: z.string().check(z.maxLength(400)) }),
  reply: z.boolean(),
  limits: ['EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES', 'EMAIL_CHECKS_PER_ADDRESS_PER_DAY'],
  errors: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/reset-password',
  summary: 'Email a link to set a new password; the answer is the same for an unknown address',
  access: 'ANYONE',
  body: EmailOnly,
  reply: z.object({ email: z.string() }),
  limits: ['EMAILS_REQUESTED_PER_ADDRESS_PER_HOUR'],
  errors: [],
});

/** Mail scanners open links. Reading a link therefore does not use it up (D-24). */
export const readResetLink = endpoint({
  method: 'GET',
  path: '/users/update-password/:id',
  summary: 'Whether the token of the link can still set a new password',
  access: 'ANYONE',
  params: z.object({ id: Id }),
  query: z.strictObject({ token: EmailToken }),
  reply: z.object({ userId: Id }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID'],
});

/** All sessions end, and older reset links stop working. */
export const updatePassword = endpoint({
  method: 'POST',
  path: '/users/update-password/:id',
  summary: 'Set a new password with the token of the link',
  access: 'ANYONE',
  params: z.object({ id: Id }),
  query: z.strictObject({ token: EmailToken }),
  body: z.strictObject({ password: NewPassword }),
  reply: z.object({ userId: Id }),
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'INVALID_INPUT', 'PASSWORD_TOO_COMMON'],
});
