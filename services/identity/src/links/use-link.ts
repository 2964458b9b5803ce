import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '@app/kit/limits.ts';
import type { IdentityTables, LinkPurpose } from '../schema.ts';
import { hashSecret } from '../tokens.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';

type Db = Kysely<IdentityTables>;

/** A person does not change until the transaction ends. */
export async function holdPerson(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom('identity.people')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/**
 * Uses up a link. Gives its owner, and its registration or change; of any number that arrive together, one succeeds. Holds the person before
 * the link: who uses another one of theirs, and then ends the rest, would else wait in a circle. A made-up link holds nobody.
 */
export async function useUpLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId?: string,
): Promise<{ userId: string; registrationId: string | null; changeId: string | null } | undefined> {
  const owner = await findOwner(db, purpose, secret);
  if (owner === undefined || owner !== (userId ?? owner)) return undefined;
  await holdPerson(db, owner);
  return db
    .updateTable('identity.letter_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('user_id', '=', owner)
    .returning(['user_id as userId', 'registration_id as registrationId', 'change_id as changeId'])
    .executeTakeFirst();
}

/** Whether a link could be used up now; using it decides. */
export async function isLiveLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.letter_tokens')
    .select('user_id')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a spent link of that person and purpose was used up; undefined if the secret is none of theirs. */
export async function findSpentLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId: string,
): Promise<{ isUsed: boolean } | undefined> {
  return db
    .selectFrom('identity.letter_tokens')
    .select(sql<boolean>`used_at is not null`.as('isUsed'))
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The owner of the link, used up or not. */
export async function findOwner(db: Db, purpose: LinkPurpose, secret: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.letter_tokens')
    .select('user_id as userId')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.userId;
}

/**
 * The key by which a link that we sent is counted. It is undefined for a link that is made up, has expired or belongs to somebody else:
 * those are counted by address. A used link still has a key, since its reader repeats a call whose answer was lost.
 */
export async function sentLink(
  db: Db,
  purpose: LinkPurpose,
  secret: string,
  userId?: string,
): Promise<string | undefined> {
  const tokenHash = hashSecret(secret);
  const row = await db
    .selectFrom('identity.letter_tokens')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && row.userId === (userId ?? row.userId) ? tokenHash.toString('hex') : undefined;
}

/** Ends every unused link of that purpose. The person is held. */
export async function voidLinks(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .updateTable('identity.letter_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Ends every unused link of letters to the person: each lets the holder of the letter into the account, or changes it.
 */
export async function voidOwnLinks(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('identity.letter_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'DECIDE_COMPANY')
    .where('used_at', 'is', null)
    .execute();
}

/** Links that have been of no use for long. */
export function deleteOldLinks(db: Db, most: number): Promise<number> {
  const where = sql`expires_at < ${ago(RETENTION.endedLinks)}`;
  return deleteSome(db, most, { table: 'identity.letter_tokens', key: 'token_hash', where });
}

/** Anybody can call with a made-up link for any account, so an address writes only so many of these audit rows. */
export async function noteRefusedLink(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<void> {
  const { isWithin } = await limiter.count(db, 'REFUSED_LINKS_PER_ADDRESS_PER_HOUR', addressKey(ip));
  if (isWithin) await noteEvent(db, 'LINK_REFUSED', { userId, about: purpose });
}
