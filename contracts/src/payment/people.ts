import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { erasureEndpoint, obstaclesEndpoint } from '../account-deletion.ts';
import { ownDataEndpoint } from '../data-export.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

/** Texts, USSD and emails show these sums, so the reply contains no study, account or network id. */
export const readOwnSums = endpoint({
  method: 'GET',
  path: '/people/:userId/sums',
  summary: 'What a participant has been paid, and what is still to be paid',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ userId: Id }),
  reply: z.object({
    paidInPesewas: z.int(),
    payableInPesewas: z.int(),
    needsThem: z.boolean(),
    heldUntil: z.optional(z.string()),
    asksAboutNumber: z.optional(z.boolean()),
  }),
  errors: [],
});

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
export const readOwnData = ownDataEndpoint();

export const readSigningKeys = signingKeysEndpoint();
