import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id } from '../id.ts';
import { erasureEndpoint, obstaclesEndpoint } from '../leaving.ts';
import { ownDataEndpoint } from '../own-data.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

/** Sent by the identity service, which is then asked what the profile holds now. */
export const followProfile = endpoint({
  method: 'POST',
  path: '/people/:userId/profile-changes',
  summary: 'Match studies by the profile as it is now, after its owner set it up or changed it',
  access: 'SERVICE',
  params: z.object({ userId: Id }),
  errors: [],
});

/**
 * The identity service sends it whenever it changes whether somebody may act: they are suspended, or their company's
 * verification is revoked, or they may act again. What comes late, of a lower version, changes nothing.
 */
export const barPerson = endpoint({
  method: 'PUT',
  path: '/people/:userId/barred',
  summary:
    'Pause the studies and withdraw the applications of a person who may not act, or let them act again',
  access: 'SERVICE',
  params: z.object({ userId: Id }),
  body: z.strictObject({ version: z.int().check(z.minimum(1)), isBarred: z.boolean() }),
  errors: [],
});

/** Asked by the identity service, since date of birth and gender do not change after the first application. */
export const readHasApplied = endpoint({
  method: 'GET',
  path: '/people/:userId/has-applied',
  summary: 'Whether a person has applied to a study',
  access: 'SERVICE',
  params: z.object({ userId: Id }),
  reply: z.object({ hasApplied: z.boolean() }),
  errors: [],
});

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
export const readOwnData = ownDataEndpoint();

export const readSigningKeys = signingKeysEndpoint();
