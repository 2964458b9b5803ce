import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { erasureEndpoint, obstaclesEndpoint } from '../leaving.ts';
import { ownDataEndpoint } from '../own-data.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

/** For texts, phones and emails, which have no page: sums alone, and no study, account or network's number. */
export const readOwnSums = endpoint({
  method: 'GET',
  path: '/people/:userId/sums',
  summary: 'What a participant has been paid, and what they are still owed',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({
    paidInPesewas: z.int(),
    owedInPesewas: z.int(),
    /** Some of it waits for something that they have to do. */
    needsThem: z.boolean(),
    /** When the last of what is held leaves; absent where nothing is held, or nobody knows until when. */
    heldUntil: z.optional(z.string()),
    /** The first payment to their number waits until they say that it is theirs. */
    asksAboutNumber: z.optional(z.boolean()),
  }),
  errors: [],
});

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
export const readOwnData = ownDataEndpoint();

export const readSigningKeys = signingKeysEndpoint();
