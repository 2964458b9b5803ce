import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';

/** Called when a suspension or revocation starts or ends. A call with an outdated version changes nothing. */
export const updateSuspension = endpoint({
  method: 'PUT',
  path: '/people/:userId/suspension',
  summary: 'Suspend a person: pause their studies and withdraw their applications; or end the suspension',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  body: z.strictObject({ version: z.int().check(z.minimum(1)), isSuspended: z.boolean() }),
  errors: [],
});
