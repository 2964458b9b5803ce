import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { endpoint } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { SignedInUser } from './person.ts';

/** Google redirects browsers to this page. */
export const GOOGLE_RETURN_PATH = '/google-sign-in';

const PATH = '/auth/login/oauth2/authorization/google';

/**
 * The role for a first sign-in (D-26). Without it, unknown people are refused, so that no one gets a role by
 * accident.
 */
const collaborator = z.optional(oneOf(ROLES));

export const startGoogleSignIn = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Start a sign-in with Google: returns the address to open, bound to this browser by a cookie',
  access: 'ANYONE',
  body: z.strictObject({ collaborator }),
  reply: z.object({ url: z.string() }),
  limits: ['LOG_INS_PER_ADDRESS_PER_10_MINUTES'],
  errors: ['GOOGLE_NOT_OFFERED'],
});

const parameter = z.string().check(z.minLength(1), z.maxLength(1024));

/** Accepts the parameters that Google sent, once, from our page in the same browser. */
export const finishGoogleSignIn = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Finish a sign-in with Google; an unknown person is registered first',
  access: 'ANYONE',
  query: z.strictObject({ collaborator, code: parameter, state: parameter, iss: z.optional(parameter) }),
  reply: SignedInUser,
  limits: ['LOG_INS_PER_ADDRESS_PER_10_MINUTES'],
  errors: [
    'GOOGLE_NOT_OFFERED',
    'GOOGLE_SIGN_IN_FAILED',
    'GOOGLE_EMAIL_NOT_VERIFIED',
    'GOOGLE_ACCOUNT_EXISTS',
    'GOOGLE_ACCOUNT_UNKNOWN',
    'ACCOUNT_SUSPENDED',
    'CROSS_SITE',
  ],
});
