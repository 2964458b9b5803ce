import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import type { Facts } from './facts.ts';
import { factsOf } from './facts.ts';
import { findFacts, insertFacts } from './queries.ts';

const REMEMBERED_PEOPLE = 10_000;

/** The facts of a participant, or undefined before the set-up. */
export type ReadFacts = (userId: string) => Promise<Facts | undefined>;

/**
 * Reads facts through: memory, the own table, the identity service. A profile is submitted once, so what was once
 * read stays right; that there is none is asked anew each time. Never inside a transaction.
 */
export function createFactsReader(db: Db, callIdentity: CallPeer): ReadFacts {
  const remembered = new Map<string, Facts>();

  return async function readFacts(userId) {
    const known = remembered.get(userId);
    if (known) return known;
    const facts = (await findFacts(db, userId)) ?? (await copyFacts(db, callIdentity, userId));
    if (!facts) return undefined;
    const oldest = remembered.size >= REMEMBERED_PEOPLE ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(userId, facts);
    return facts;
  };
}

async function copyFacts(db: Db, callIdentity: CallPeer, userId: string): Promise<Facts | undefined> {
  try {
    const facts = factsOf(await callIdentity(readMatchingProfile, { params: { userId } }));
    await insertFacts(db, [{ userId, ...facts }]);
    return facts;
  } catch (error) {
    if (error instanceof Failure && (error.code === 'PROFILE_MISSING' || error.code === 'PERSON_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}
