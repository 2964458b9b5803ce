import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { PushSubscription } from '@app/contracts/identity/push.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

const hashOf = (endpoint: string) => hash('sha256', endpoint, 'buffer');

/** One a session; the browser's is its newest person's. */
export async function saveSubscription(
  db: Db,
  { endpoint, p256dh, auth, publicKey }: PushSubscription,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const endpointHash = hashOf(endpoint);
  await db
    .deleteFrom('identity.push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint_hash', '!=', endpointHash)
    .execute();
  const row = { user_id: userId, session_id: sessionId, endpoint, p256dh, auth, public_key: publicKey };
  await db
    .insertInto('identity.push_subscriptions')
    .values({ endpoint_hash: endpointHash, ...row })
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({ ...row, renewed_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteSubscriptionOf(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('identity.push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** The push service does not know it any more, whoever's it is by now. */
export async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('identity.push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute();
}

const live = (db: Db) =>
  db
    .selectFrom('identity.push_subscriptions as subscription')
    .innerJoin('identity.sessions as session', 'session.session_id', 'subscription.session_id')
    .where('session.ended_at', 'is', null);

/** Those of sessions that nobody has ended: one that is only idle is what news are for. */
export async function listSubscribed(db: Db, userId: string): Promise<string[]> {
  const rows = await live(db)
    .select('subscription.session_id as sessionId')
    .where('subscription.user_id', '=', userId)
    .execute();
  return rows.map(({ sessionId }) => sessionId);
}

export const findSubscription = (db: Db, place: { userId: string; sessionId: string }) =>
  live(db)
    .select(['endpoint', 'p256dh', 'auth', 'public_key as publicKey'])
    .where('subscription.session_id', '=', place.sessionId)
    .where('subscription.user_id', '=', place.userId)
    .executeTakeFirst();
