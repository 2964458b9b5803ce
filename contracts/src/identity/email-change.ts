import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Email } from '../text.ts';
import { EmailCode, EmailToken, SignedInUser } from './person.ts';
import { Credentials } from './sessions.ts';

/** People without a password get the code at their current address. */
export const sendEmailChangeCode = endpoint({
  method: 'POST',
  path: '/users/me/email-code',
  summary: 'Email the caller a code to confirm a change of email address',
  access: 'SIGNED_IN',
  limits: ['EMAIL_CODES_PER_PERSON_PER_HOUR'],
  errors: [],
});

export const EmailChange = z.strictObject({
  email: Email,
  password: z.optional(Credentials.shape.password),
  code: z.optional(EmailCode),
});

/**
 * Requires the password or, for people without one, the emailed code. The email changes only when the link is
 * opened. The reply does not reveal whether an account exists (ASVS 6.3.8).
 */
export const askEmailChange = endpoint({
  method: 'POST',
  path: '/users/me/email',
  summary: 'Request a change of email address: the new address gets a link, the current one a notice',
  access: 'SIGNED_IN',
  body: EmailChange,
  reply: z.object({ email: z.string() }),
  limits: ['EMAIL_CHANGES_PER_PERSON_PER_HOUR'],
  errors: ['INVALID_INPUT', 'WRONG_PASSWORD', 'CODE_NOT_VALID', 'TOO_MANY_REQUESTS', 'PASSWORD_LOCKED'],
});

/**
 * Requires a session, so a link that a stranger requested has no effect. All sessions end, and a new one
 * starts.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/me/email-change',
  summary: "Change the caller's email address with the token of the link; every other device is logged out",
  access: 'SIGNED_IN',
  body: z.strictObject({ token: EmailToken }),
  reply: SignedInUser,
  replacesSession: true,
  limits: ['LINKS_TRIED_PER_ADDRESS_PER_HOUR', 'LINKS_TRIED_PER_DEVICE_PER_HOUR'],
  errors: ['TOKEN_NOT_VALID', 'EMAIL_IN_USE', 'ACCOUNT_SUSPENDED'],
});
