import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import { createLog } from '@app/kit/log.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { openTestEngine } from '@app/test/support/app.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { toStoredProfile, toProfileWithHistory } from './matching-profile.ts';
import {
  createProfileReader,
  findStoredProfile,
  findProfilesWithoutFurther,
  syncProfilesWithoutFurther,
} from './read-profile.ts';
import { insertProfiles } from './write-profile.ts';

let close: () => Promise<void>;
let db: Db;
beforeAll(async () => {
  const opened = await openTestEngine();
  db = opened.engine.connect<ProjectTables>('project_app');
  close = async () => {
    await opened.engine.close();
    await opened.drop();
  };
});
afterAll(() => close());

const log = createLog('silent');
const young: MatchingProfile = {
  dateOfBirth: '2000-01-01',
  gender: 'FEMALE',
  education: 'DIPLOMA',
  annualHouseholdIncome: 'LESS_THAN_10000',
  devices: ['MOBILE_PHONE'],
};
const old: MatchingProfile = { ...young, dateOfBirth: '1950-01-01' };

/** Fakes the calls to the identity service that matching profiles need. */
const answering = (answer: () => Promise<MatchingProfile>) => answer as unknown as CallPeer;

test('a change that one node is notified of reaches the others within half a minute', async () => {
  const userId = crypto.randomUUID();
  let profile = young;
  let now = 1;
  const identity = answering(async () => profile);
  const [notified, other] = [
    createProfileReader(db, identity, () => now),
    createProfileReader(db, identity, () => now),
  ];
  expect([await notified.readProfile(userId), await other.readProfile(userId)]).toEqual([
    toProfileWithHistory(young),
    toProfileWithHistory(young),
  ]);

  profile = old;
  await notified.syncProfile(userId);
  expect(await notified.readProfile(userId)).toEqual(toProfileWithHistory(old));
  now = 30_001;
  expect(await other.readProfile(userId)).toEqual(toProfileWithHistory(young));
  now = 30_002;
  expect(await other.readProfile(userId)).toEqual(toProfileWithHistory(old));
});

test('of two concurrent changes the newer stays, whichever is written last', async () => {
  const userId = crypto.randomUUID();
  let profile = old;
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  /** The first request gets the older profile, and late. */
  const identity = answering(async () => {
    asked += 1;
    const known = profile;
    if (asked === 1) await answered.promise;
    return known;
  });
  const profiles = createProfileReader(db, identity);
  const slow = profiles.syncProfile(userId);
  profile = young;
  await profiles.syncProfile(userId);
  answered.resolve();
  await slow;
  expect(await profiles.readProfile(userId)).toEqual(toProfileWithHistory(young));
});

test('a profile that is read while consent to matching is withdrawn is not stored', async () => {
  const userId = crypto.randomUUID();
  const answered = Promise.withResolvers<void>();
  let [asked, isMatched] = [0, true];
  /** The first request gets the earlier consent, and late. */
  const identity = answering(async () => {
    asked += 1;
    const was = isMatched;
    if (asked === 1) await answered.promise;
    if (was) return young;
    throw new Failure('MATCHING_WITHDRAWN');
  });
  const profiles = createProfileReader(db, identity);
  const slow = profiles.readProfile(userId);
  await expect.poll(() => asked).toBe(1);
  isMatched = false;
  await profiles.syncProfile(userId);
  answered.resolve();
  expect(await slow).toBe('MATCHING_WITHDRAWN');
  expect(await findStoredProfile(db, userId)).toBeUndefined();
});

test('profiles copied before the further fields existed are read again, by the retention job if not earlier', async () => {
  const furtherBits = [1, 2, 4, 8, 0, 1, 1];
  const known = toProfileWithHistory({ ...young, furtherBits });
  const profiles = createProfileReader(
    db,
    answering(async () => ({ ...young, furtherBits })),
  );
  const [active, inactive] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertProfiles(
    db,
    [active, inactive].map((userId) => ({ userId, ...toStoredProfile(young) })),
  );
  expect(await findStoredProfile(db, active)).toBeUndefined();
  expect(await profiles.readProfile(active)).toEqual(known);
  await syncProfilesWithoutFurther({ db, log, syncProfile: profiles.syncProfile });
  expect(await findStoredProfile(db, inactive)).toEqual(known);
});

test('unreadable profiles block no others; the job requests five at once, for ten minutes at most', async () => {
  const people = Array.from({ length: 12 }, () => crypto.randomUUID()).toSorted();
  await insertProfiles(
    db,
    people.map((userId) => ({ userId, ...toStoredProfile(young) })),
  );
  const [first = '', ...others] = people;
  const unread = async () => (await findProfilesWithoutFurther(db, 100)).toSorted();
  const lines: string[] = [];
  let [most, running] = [0, 0];
  const profiles = createProfileReader(
    db,
    answering(async () => ({ ...young, furtherBits: [1, 2, 4, 8, 0, 1, 1] })),
  );
  const deps = {
    db,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    async syncProfile(userId: string) {
      running += 1;
      most = Math.max(most, running);
      try {
        // All requests that start together run at once, also one that fails.
        await Promise.resolve();
        if (userId === first) throw new Failure('UNAVAILABLE');
        await profiles.syncProfile(userId);
      } finally {
        running -= 1;
      }
    },
  };
  // If there are more profiles than a run can read, each run starts with others.
  const [next = ''] = await findProfilesWithoutFurther(db, 1);
  await expect.poll(async () => (await findProfilesWithoutFurther(db, 1))[0]).not.toBe(next);

  // The time ends after three requests.
  let asked = -1;
  await syncProfilesWithoutFurther(deps, () => ((asked += 1) > 3 ? 10 * 60_000 : 0));
  expect((await unread()).length).toBeGreaterThanOrEqual(9);
  expect(most).toBe(3);
  await syncProfilesWithoutFurther(deps);
  expect(await unread()).toEqual([first]);
  expect(most).toBe(5);
  expect(lines.length).toBeGreaterThanOrEqual(1);
  for (const userId of [first, ...others]) expect(lines.join('')).not.toContain(userId);
  await profiles.syncProfile(first);
  expect(await unread()).toEqual([]);
});

test('the set-up time is kept, even if nodes of two versions answer in turn', async () => {
  const userId = crypto.randomUUID();
  const furtherBits = [1, 2, 4, 8, 0, 1, 1];
  const setUpAt = '2026-11-20T10:00:00.000Z';
  let asked = 0;
  const profiles = createProfileReader(
    db,
    answering(async () => ({ ...young, furtherBits, ...((asked += 1) % 2 === 0 ? { setUpAt } : {}) })),
  );
  for (let time = 0; time < 3; time += 1) {
    await profiles.syncProfile(userId);
    expect(await findStoredProfile(db, userId)).toEqual(
      toProfileWithHistory({ ...young, furtherBits, setUpAt }),
    );
  }
  expect(asked).toBeLessThan(12);
});
