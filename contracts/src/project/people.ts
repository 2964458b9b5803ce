import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Told by the identity service, which is then asked what the profile holds now. */
export const followProfile = endpoint({
  method: 'POST',
  path: '/people/:userId/profile-changes',
  summary: 'Match studies by the profile as it is now, after its owner changed it',
  access: 'SERVICE',
  params: z.object({ userId: z.uuid() }),
  errors: [],
});
