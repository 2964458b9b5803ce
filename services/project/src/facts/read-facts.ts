import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import type { FollowProfile, NoFacts, ReadFacts } from '../deps.ts';
import type { Db, KnownFacts } from '../schema.ts';
import { knownFactsOf } from './facts.ts';
import { findFacts } from './queries.ts';
import { deleteFacts, upsertFacts } from './write-facts.ts';

const REMEMBERED_PEOPLE = 10_000;
/** One node hears of a change of a profile; the others notice within this time. */
const REMEMBERED_MS = 30_000;

export const hasFacts = (facts: KnownFacts | NoFacts): facts is KnownFacts => typeof facts !== 'string';

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
