import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { PushSubscription } from '@app/contracts/identity/push.ts';
import type { IdentityTables } from '../schema.ts';

const HOSTS = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
const WINDOWS_PUSH_SUFFIX = '.notify.windows.com';

/**
 * The client sends this address and the server will make requests to it, so only known push services are
 * allowed (ASVS 1.3.6).
 */
export function isPushService(endpoint: string, further: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (further.includes(origin)) return true;
  return (
    protocol === 'https:' && port === '' && (HOSTS.has(hostname) || hostname.endsWith(WINDOWS_PUSH_SUFFIX))
  );
}

type Db = Kysely<IdentityTables>;

const hashEndpoint = (endpoint: string) => hash('sha256', endpoint, 'buffer');

interface SubscriptionOwner {
  userId: string;
  sessionId: string;
}

/** A browser belongs to the person who subscribed last in it. */
export async function saveSubscription(
  db: Db,
  { endpoint, p256dh, auth, publicKey }: PushSubscription,
  { userId, sessionId }: SubscriptionOwner,
): Promise<void> {
  const endpointHash = hashEndpoint(endpoint);
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

/** Another person may have subscribed in this browser in the meantime. Then the page must ask first. */
export async function renewSubscription(
  db: Db,
  given: PushSubscription,
  place: SubscriptionOwner,
): Promise<boolean> {
  const known = await db
    .selectFrom('identity.push_subscriptions')
    .select('user_id')
    .where('user_id', '=', place.userId)
    .where((of) =>
      of.or([of('endpoint_hash', '=', hashEndpoint(given.endpoint)), of('session_id', '=', place.sessionId)]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!known) return false;
  await saveSubscription(db, given, place);
  return true;
}

export async function deleteSessionSubscription(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('identity.push_subscriptions').where('session_id', '=', sessionId).execute();
}

export async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db
    .deleteFrom('identity.push_subscriptions')
    .where('endpoint_hash', '=', hashEndpoint(endpoint))
    .execute();
}

const live = (db: Db) =>
  db
    .selectFrom('identity.push_subscriptions as subscription')
    .innerJoin('identity.sessions as session', 'session.session_id', 'subscription.session_id')
    .where('session.ended_at', 'is', null);

/** Also lists subscriptions of sessions that are not in use, because pushes are for people who are away. */
export async function listSubscriptions(db: Db, userId: string): Promise<string[]> {
  const rows = await live(db)
    .select('subscription.session_id as sessionId')
    .where('subscription.user_id', '=', userId)
    .execute();
  return rows.map(({ sessionId }) => sessionId);
}

export const findSubscription = (db: Db, place: SubscriptionOwner) =>
  live(db)
    .select(['endpoint', 'p256dh', 'auth', 'public_key as publicKey'])
    .where('subscription.session_id', '=', place.sessionId)
    .where('subscription.user_id', '=', place.userId)
    .executeTakeFirst();
