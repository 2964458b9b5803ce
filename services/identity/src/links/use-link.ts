import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { FastifyRequest } from 'fastify';
import { addressLimitKey } from '@app/kit/limits.ts';
import type { IdentityTables, LinkPurpose } from '../schema.ts';
import { hashSecret } from '../tokens.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';

type Db = Kysely<IdentityTables>;

export async function lockPerson(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom('identity.people')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/**
 * Locks the person first and then the link, as everywhere else; another order could deadlock. For an invalid
 * link, no one is locked.
 */
export async function consumeLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId?: string,
): Promise<{ userId: string; registrationId: string | null; changeId: string | null } | undefined> {
  const owner = await findLinkOwner(db, purpose, secret);
  if (owner === undefined || owner !== (userId ?? owner)) return undefined;
  await lockPerson(db, owner);
  return db
    .updateTable('identity.email_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id as userId', 'registration_id as registrationId', 'change_id as changeId'])
    .executeTakeFirst();
}

/** Even if this is true, another request may use the link first. */
export async function isLiveLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.email_tokens')
    .select('user_id')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns undefined if the secret does not belong to this person and purpose. */
export async function findSpentLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId: string,
): Promise<{ isUsed: boolean } | undefined> {
  return db
    .selectFrom('identity.email_tokens')
    .select(sql<boolean>`used_at is not null`.as('isUsed'))
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function findLinkOwner(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.email_tokens')
    .select('user_id as userId')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.userId;
}

/**
 * A link that was never sent counts for the limit of the IP address. A used link keeps its own limit, because
 * its reader may try again after a lost answer.
 */
export async function findSentLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId?: string,
): Promise<string | undefined> {
  const tokenHash = hashSecret(secret);
  const row = await db
    .selectFrom('identity.email_tokens')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && row.userId === (userId ?? row.userId) ? tokenHash.toString('hex') : undefined;
}

/** The caller must lock the person. */
export async function revokeLinks(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .updateTable('identity.email_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends all links that open the account or change it. */
export async function voidOwnLinks(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('identity.email_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'DECIDE_COMPANY')
    .where('used_at', 'is', null)
    .execute();
}

export function deleteOldLinks(db: Db, most: number): Promise<number> {
  const where = sql`expires_at < ${ago(RETENTION.endedLinks)}`;
  return deleteSome(db, most, { table: 'identity.email_tokens', key: 'token_hash', where });
}

/** Anyone can send invalid links, so only some per IP address are recorded in the audit. */
export async function recordRefusedLink(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<void> {
  const { isWithin } = await limiter.count(db, 'REFUSED_LINKS_PER_ADDRESS_PER_HOUR', addressLimitKey(ip));
  if (isWithin) await recordEvent(db, 'LINK_REFUSED', { userId, about: purpose });
}
