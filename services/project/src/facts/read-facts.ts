import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Deps, FollowProfile, NoFacts, ReadFacts } from '../deps.ts';
import { hasFacts, knownFactsOf } from './facts.ts';
import { deleteFacts, upsertFacts } from './write-facts.ts';
import type { Db, KnownFacts } from '../schema.ts';

const REMEMBERED_PEOPLE = 10_000;
/** One node hears of a change of a profile; the others notice within this time. */
const REMEMBERED_MS = 30_000;

/**
 * Reads facts through: memory, the own table, the identity service, which sends a call when a profile changed. That
 * there are none is not remembered. Never inside a transaction.
 */
export function createFacts(
  db: Db,
  callIdentity: CallPeer,
  now: () => number = Date.now,
): { readFacts: ReadFacts; followProfile: FollowProfile } {
  const remembered = new LRUCache<string, KnownFacts>({
    max: REMEMBERED_PEOPLE,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now },
  });

  /** Of two changes at once the older may be written last, so what is written is compared with what is true then. */
  async function keepFacts(userId: string, facts: KnownFacts | NoFacts): Promise<KnownFacts | NoFacts> {
    await (hasFacts(facts) ? upsertFacts(db, userId, facts) : deleteFacts(db, userId));
    const latest = withKnownSetUp(await askForFacts(callIdentity, userId), facts);
    return isDeepStrictEqual(latest, facts) ? facts : keepFacts(userId, latest);
  }

  async function copyFacts(userId: string): Promise<KnownFacts | NoFacts> {
    const facts = await askForFacts(callIdentity, userId);
    return hasFacts(facts) ? keepFacts(userId, facts) : facts;
  }

  return {
    async readFacts(userId) {
      const known = remembered.get(userId);
      if (known) return known;
      const facts = (await findFacts(db, userId)) ?? (await copyFacts(userId));
      if (hasFacts(facts)) remembered.set(userId, facts);
      return facts;
    },

    async followProfile(userId) {
      try {
        await keepFacts(userId, await askForFacts(callIdentity, userId));
      } finally {
        remembered.delete(userId);
      }
    },
  };
}

/** Nodes of two versions may answer in turn, and only one says when a person was set up, which never changes. */
const withKnownSetUp = (latest: KnownFacts | NoFacts, known: KnownFacts | NoFacts): KnownFacts | NoFacts =>
  hasFacts(latest) && hasFacts(known) && !latest.setUpAt
    ? { ...latest, setUpAt: known.setUpAt ?? null }
    : latest;

async function askForFacts(callIdentity: CallPeer, userId: string): Promise<KnownFacts | NoFacts> {
  try {
    return knownFactsOf(await callIdentity(readMatchingProfile, { params: { userId } }));
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'MATCHING_WITHDRAWN') return code;
    if (code === 'PROFILE_MISSING' || code === 'PERSON_NOT_FOUND') return 'PROFILE_MISSING';
    throw error;
  }
}

/** Copied before the further facts were kept, they are not known: they are read again. */
export async function findFacts(db: Db, userId: string): Promise<KnownFacts | undefined> {
  return db
    .selectFrom('project.participants')
    .select([
      'birth_date as birthDate',
      'gender_bit as genderBit',
      'education_bit as educationBit',
      'income_bit as incomeBit',
      'device_bits as deviceBits',
      'further_bits as furtherBits',
      'former',
      'set_up_at as setUpAt',
    ])
    .where('user_id', '=', userId)
    .where('further_bits', 'is not', null)
    .executeTakeFirst();
}

/** So many of those whose further facts are not known yet, others each time: so those who cannot be read hold up nobody. */
export async function findUnread(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.participants')
    .select('user_id')
    .where('further_bits', 'is', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const MOST = 20_000;
const AT_ONCE = 5;
/** A third of the time that a sweep has. */
const MOST_MS = 10 * MINUTE_MS;

/**
 * Reads again the facts that were copied before the further ones were kept: a letter of the morning asks nobody for them. One that fails
 * holds up no other; the next sweep does what is left.
 */
export async function followUnread(
  { db, followProfile, log }: Pick<Deps, 'db' | 'followProfile' | 'log'>,
  now: () => number = Date.now,
): Promise<void> {
  const until = now() + MOST_MS;
  const unread = (await findUnread(db, MOST)).values();
  const followSome = async () => {
    for (const userId of unread) {
      if (now() >= until) return;
      try {
        await followProfile(userId);
      } catch (error) {
        log.error({ err: error }, 'the facts of somebody could not be read again');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, followSome));
}
