import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

/** Date of birth and gender cannot be changed after the first application. */
export const readHasApplied = endpoint({
  method: 'GET',
  path: '/people/:userId/has-applied',
  summary: 'Whether a person has applied to a study',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({ hasApplied: z.boolean() }),
  errors: [],
});

export const readSigningKeys = signingKeysEndpoint();
