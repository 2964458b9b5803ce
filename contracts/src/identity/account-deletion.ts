import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { OBSTACLES } from '../account-deletion.ts';
import { EmailCode } from './person.ts';
import { Credentials } from './sessions.ts';

export const sendAccountDeletionCode = endpoint({
  method: 'POST',
  path: '/users/me/deletion-code',
  summary: 'Email the caller a code to delete their account',
  access: 'SIGNED_IN',
  limits: ['EMAIL_CODES_PER_PERSON_PER_HOUR'],
  errors: [],
});

/**
 * Requires the password or, for people without one, the emailed code. Other services erase their data within
 * the hour.
 */
export const deleteOwnAccount = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: "Delete the caller's account and their data in every service",
  access: 'SIGNED_IN',
  body: z.strictObject({ password: z.optional(Credentials.shape.password), code: z.optional(EmailCode) }),
  limits: ['ACCOUNT_DELETIONS_PER_PERSON_PER_HOUR'],
  errors: [
    ...OBSTACLES,
    'INVALID_INPUT',
    'WRONG_PASSWORD',
    'CODE_NOT_VALID',
    'TOO_MANY_REQUESTS',
    'PASSWORD_LOCKED',
  ],
});
