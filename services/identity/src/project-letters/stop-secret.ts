import { createHmac, timingSafeEqual } from 'node:crypto';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { type LetterChoice, stopLetters } from '@app/contracts/identity/own-account.ts';
import type { IdentityConfig } from '../config.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;
interface Choice {
  userId: string;
  choice: LetterChoice;
}

const secretBy = (key: string, { userId, choice }: Choice) =>
  createHmac('sha256', key).update(`stop ${choice} ${userId}`).digest('base64url');

/** Where a mail program turns these letters off. The secret is of the person, the choice and a key, so nothing is stored; it does nothing else. */
export function pathToStop({ IDENTITY_SIGNING_KEYS: [first] }: Keys, chosen: Choice): string {
  const path = stopLetters.path.replace(':userId', chosen.userId).replace(':choice', chosen.choice);
  return `${IDENTITY_BASE}${path}?token=${secretBy(first.d, chosen)}`;
}

/** A letter that was sent under another key of the list still does. */
export function isStopSecret({ IDENTITY_SIGNING_KEYS }: Keys, chosen: Choice, secret: string): boolean {
  const given = Buffer.from(secret);
  return IDENTITY_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, chosen));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
