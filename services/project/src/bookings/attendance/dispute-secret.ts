import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProjectConfig } from '../../config.ts';

type Keys = Pick<ProjectConfig, 'PROJECT_SIGNING_KEYS'>;

const secretBy = (key: string, bookingId: string) =>
  createHmac('sha256', key).update(`dispute ${bookingId}`).digest('base64url');

/** The secret of the link that decides a dispute: of the booking and a key, so that nothing is stored. The decision ends it. */
export function disputeSecret({ PROJECT_SIGNING_KEYS: [first] }: Keys, bookingId: string): string {
  return secretBy(first.d, bookingId);
}

/** A letter that was sent under another key of the list still decides. */
export function isDisputeSecret({ PROJECT_SIGNING_KEYS }: Keys, bookingId: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return PROJECT_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, bookingId));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}
