import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KnownEmail } from '../text.ts';
import { rule } from '../rule.ts';
import { PASSWORD_MAX_LENGTH, SignedInUser } from './person.ts';

/** The page server only checks whether the browser has this cookie. */
export const REFRESH_COOKIE = '__Host-refresh';

export const Credentials = z.strictObject({
  email: KnownEmail,
  // A log-in checks no minimum length: a short password is a wrong password.
  password: z
    .string({ error: rule('valueRequired') })
    .check(
      z.minLength(1, rule('valueRequired')),
      z.maxLength(PASSWORD_MAX_LENGTH * 2, rule(`maxLength ${PASSWORD_MAX_LENGTH}`)),
    ),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * The response is the same for unknown addresses, wrong passwords and deleted accounts. A successful log-in
 * sets the refresh cookie (D-23).
 */
export const logIn = endpoint({
  method: 'POST',
  path: '/auth/login/email-password',
  summary: 'Log in with email and password',
  access: 'ANYONE',
  body: Credentials,
  reply: SignedInUser,
  limits: ['LOG_INS_PER_ADDRESS_PER_10_MINUTES', 'LOG_INS_PER_DEVICE_PER_10_MINUTES'],
  errors: ['WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED', 'PASSWORD_LOCKED'],
});

/** Requires the refresh cookie and a request from one of our own pages (D-23). */
export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchange the refresh cookie for a new access token and a new cookie',
  access: 'ANYONE',
  reply: SignedInUser,
  limits: ['REFRESHES_PER_ADDRESS_PER_10_MINUTES', 'REFRESHES_PER_DEVICE_PER_10_MINUTES'],
  errors: ['NOT_SIGNED_IN', 'SESSION_REVOKED', 'CROSS_SITE'],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session and clear the refresh cookie',
  access: 'ANYONE',
  limits: ['LOG_OUTS_PER_ADDRESS_PER_10_MINUTES', 'LOG_OUTS_PER_DEVICE_PER_10_MINUTES'],
  errors: ['CROSS_SITE'],
});

export const readMe = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'The signed-in user as stored now; a changed verification status needs no new log-in',
  access: 'SIGNED_IN',
  reply: SignedInUser,
  errors: [],
});
