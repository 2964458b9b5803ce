import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { readMatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { syncProfile as syncCall } from '@app/contracts/project/matching-profiles.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps, SyncProfile, NoProfile, ReadProfile } from '../deps.ts';
import { hasProfile, toProfileWithHistory } from './matching-profile.ts';
import { deleteProfile, upsertProfile } from './write-profile.ts';
import type { Db, ProfileWithHistory } from '../schema.ts';

const CACHED_PEOPLE = 10_000;
/** After a change, other nodes may use the old profile for this long. */
const CACHE_MS = 30_000;

/**
 * A missing profile is not cached. The reader must not be called in a transaction, because it calls the
 * identity service.
 */
export function createProfileReader(
  db: Db,
  callIdentity: CallPeer,
  now: () => number = Date.now,
): { readProfile: ReadProfile; syncProfile: SyncProfile } {
  const cache = new LRUCache<string, ProfileWithHistory>({
    max: CACHED_PEOPLE,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now },
  });

  /**
   * Two changes may arrive in the wrong order, so the profile is compared with that of the identity service.
   */
  async function storeProfile(
    userId: string,
    profile: ProfileWithHistory | NoProfile,
  ): Promise<ProfileWithHistory | NoProfile> {
    await (hasProfile(profile) ? upsertProfile(db, userId, profile) : deleteProfile(db, userId));
    const latest = withKnownSetUp(await requestProfile(callIdentity, userId), profile);
    return isDeepStrictEqual(latest, profile) ? profile : storeProfile(userId, latest);
  }

  async function copyProfile(userId: string): Promise<ProfileWithHistory | NoProfile> {
    const profile = await requestProfile(callIdentity, userId);
    return hasProfile(profile) ? storeProfile(userId, profile) : profile;
  }

  return {
    async readProfile(userId) {
      const known = cache.get(userId);
      if (known) return known;
      const profile = (await findStoredProfile(db, userId)) ?? (await copyProfile(userId));
      if (hasProfile(profile)) cache.set(userId, profile);
      return profile;
    },

    async syncProfile(userId) {
      try {
        await storeProfile(userId, await requestProfile(callIdentity, userId));
      } finally {
        cache.delete(userId);
      }
    },
  };
}

const withKnownSetUp = (
  latest: ProfileWithHistory | NoProfile,
  known: ProfileWithHistory | NoProfile,
): ProfileWithHistory | NoProfile =>
  hasProfile(latest) && hasProfile(known) && !latest.setUpAt
    ? { ...latest, setUpAt: known.setUpAt ?? null }
    : latest;

async function requestProfile(
  callIdentity: CallPeer,
  userId: string,
): Promise<ProfileWithHistory | NoProfile> {
  try {
    return toProfileWithHistory(await callIdentity(readMatchingProfile, { params: { userId } }));
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'MATCHING_WITHDRAWN') return code;
    if (code === 'PROFILE_MISSING' || code === 'PERSON_NOT_FOUND') return 'PROFILE_MISSING';
    throw error;
  }
}

/** A row that was copied before the further fields existed counts as missing. */
export async function findStoredProfile(db: Db, userId: string): Promise<ProfileWithHistory | undefined> {
  return db
    .selectFrom('project.matching_profiles')
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

/** The order is random, so that profiles that cannot be read do not block the others. */
export async function findProfilesWithoutFurther(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.matching_profiles')
    .select('user_id')
    .where('further_bits', 'is', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const MAX_PROFILES = 20_000;
const CONCURRENT_READS = 5;
/** A third of the time that a retention job may take. */
const MAX_RUN_MS = 10 * MINUTE_MS;

/** The daily digest reads only this table, so profiles without the further fields are copied again. */
export async function syncProfilesWithoutFurther(
  { db, syncProfile, log }: Pick<Deps, 'db' | 'syncProfile' | 'log'>,
  now: () => number = Date.now,
): Promise<void> {
  const until = now() + MAX_RUN_MS;
  const unread = (await findProfilesWithoutFurther(db, MAX_PROFILES)).values();
  const followSome = async () => {
    for (const userId of unread) {
      if (now() >= until) return;
      try {
        await syncProfile(userId);
      } catch (error) {
        log.error({ err: error }, 'the profile of a person could not be read again');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, followSome));
}

export function matchingProfileRoutes(route: Route, deps: Pick<Deps, 'syncProfile'>): void {
  route(syncCall, async ({ params }) => deps.syncProfile(params.userId));
}
