import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';

/** The project service then reads the profile from the identity service. */
export const syncProfile = endpoint({
  method: 'POST',
  path: '/people/:userId/profile-changes',
  summary: 'Update the matching profile after its owner set it up or changed it',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  errors: [],
});
