import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IdentityConfig } from '../config.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;

const secretBy = (key: string, invitationId: string) =>
  createHmac('sha256', key).update(`invitation ${invitationId}`).digest('base64url');

/** What the link of an invitation carries: nothing of it is stored. */
export const tokenOf = ({ IDENTITY_SIGNING_KEYS: [first] }: Keys, invitationId: string): string =>
  `${invitationId}.${secretBy(first.d, invitationId)}`;

/** The invitation that a token is of; undefined of a made-up one. Those of letters under another key of the list still count. */
export function invitationOf({ IDENTITY_SIGNING_KEYS }: Keys, token: string): string | undefined {
  const [invitationId = '', secret = ''] = token.split('.');
  const given = Buffer.from(secret);
  const isTheirs = IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, invitationId));
    return known.length === given.length && timingSafeEqual(known, given);
  });
  return isTheirs ? invitationId : undefined;
}
