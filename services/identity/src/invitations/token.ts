import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IdentityConfig } from '../config.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;
/** With the keyed hash of the mailbox: never again is heeded after the list is gone. */
type Invited = { invitationId: string; hash: string };

const secretBy = (key: string, text: string) =>
  createHmac('sha256', key).update(`invitation ${text}`).digest('base64url');

/** What the link of an invitation carries: nothing of it is stored. */
export function tokenOf({ IDENTITY_SIGNING_KEYS: [first] }: Keys, { invitationId, hash }: Invited): string {
  const text = `${invitationId}.${hash.replaceAll(':', '.')}`;
  return `${text}.${secretBy(first.d, text)}`;
}

/** The invitation that a token is of; undefined of a made-up one. Those of letters under another key of the list still count. */
export function invitationOf({ IDENTITY_SIGNING_KEYS }: Keys, token: string): Invited | undefined {
  const end = token.lastIndexOf('.');
  const [text, given] = [token.slice(0, end), Buffer.from(token.slice(end + 1))];
  const isTheirs = IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, text));
    return known.length === given.length && timingSafeEqual(known, given);
  });
  if (!isTheirs) return undefined;
  const [invitationId = '', ...hash] = text.split('.');
  return { invitationId, hash: hash.join(':') };
}
