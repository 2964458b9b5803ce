import type { FastifyRequest } from 'fastify';
import { addressKey } from '@app/kit/limits.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import type { LinkPurpose } from '../schema.ts';

/** Anybody can call with a made-up link for any account, so an address writes only so many of these audit rows. */
export async function noteRefusedLink(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<void> {
  const { isWithin } = await limiter.count(db, 'REFUSED_LINKS_PER_ADDRESS_PER_HOUR', addressKey(ip));
  if (isWithin) await noteEvent(db, 'LINK_REFUSED', { userId, about: purpose });
}
