import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { SignedInUser } from './person.ts';

const version = z.optional(z.string().check(z.maxLength(10)));

/** Fails if there is a newer version than the person saw. */
export const agreeToTexts = endpoint({
  method: 'POST',
  path: '/users/me/consents',
  summary: 'Agree to the current version of the terms, the privacy policy, or both',
  access: 'SIGNED_IN',
  body: z
    .strictObject({ TERMS: version, PRIVACY: version })
    .check(z.refine((agreed) => Object.keys(agreed).length > 0, rule('nothingToChange'))),
  reply: SignedInUser,
  errors: ['INVALID_INPUT'],
});
