import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import type { Facts } from './facts.ts';
import { factsOf } from './facts.ts';
import { findFacts } from './queries.ts';
import { insertFacts, upsertFacts } from './write-facts.ts';

const REMEMBERED_PEOPLE = 10_000;
/** A change of a profile is told to one node; the others notice within this time. */
const REMEMBERED_MS = 30_000;

/** The facts of a participant, or undefined before the set-up. */
export type ReadFacts = (userId: string) => Promise<Facts | undefined>;
/** Makes the facts what the profile says now. */
export type FollowProfile = (userId: string) => Promise<void>;

/**
 * Reads facts through: memory, the own table, the identity service, which tells when a profile changed. That there is none
 * is asked anew each time. Never inside a transaction.
 */
export function createFacts(
  db: Db,
  callIdentity: CallPeer,
  now: () => number = Date.now,
): { readFacts: ReadFacts; followProfile: FollowProfile } {
  const remembered = new LRUCache<string, Facts>({
    max: REMEMBERED_PEOPLE,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    async readFacts(userId) {
      const known = remembered.get(userId);
      if (known) return known;
      const facts = (await findFacts(db, userId)) ?? (await copyFacts(db, callIdentity, userId));
      if (facts) remembered.set(userId, facts);
      return facts;
    },

    async followProfile(userId) {
      let facts = await askForFacts(callIdentity, userId);
      while (facts) {
        await upsertFacts(db, userId, facts);
        // Of two changes told at once the older may be written last: what is written is held against what is true then.
        const latest = await askForFacts(callIdentity, userId);
        facts = isDeepStrictEqual(latest, facts) ? undefined : latest;
      }
      remembered.delete(userId);
    },
  };
}

async function copyFacts(db: Db, callIdentity: CallPeer, userId: string): Promise<Facts | undefined> {
  const facts = await askForFacts(callIdentity, userId);
  if (facts) await insertFacts(db, [{ userId, ...facts }]);
  return facts;
}

async function askForFacts(callIdentity: CallPeer, userId: string): Promise<Facts | undefined> {
  try {
    return factsOf(await callIdentity(readMatchingProfile, { params: { userId } }));
  } catch (error) {
    if (error instanceof Failure && (error.code === 'PROFILE_MISSING' || error.code === 'PERSON_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}
