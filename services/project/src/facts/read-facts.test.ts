import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchingProfile } from '@app/contracts/identity/people.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { openTestEngine } from '@app/test/app.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { factsOf, knownFactsOf } from './facts.ts';
import { followUnread } from './follow-unread.ts';
import { findFacts } from './queries.ts';
import { createFacts } from './read-facts.ts';
import { insertFacts } from './write-facts.ts';

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

const young: MatchingProfile = {
  dateOfBirth: '2000-01-01',
  gender: 'FEMALE',
  education: 'DIPLOMA',
  annualHouseholdIncome: 'LESS_THAN_10000',
  devices: ['MOBILE_PHONE'],
};
const old: MatchingProfile = { ...young, dateOfBirth: '1950-01-01' };

/** The identity service as far as facts ask it. */
const answering = (answer: () => Promise<MatchingProfile>) => answer as unknown as CallPeer;

test('a change told to one node is noticed by the others within half a minute', async () => {
  const userId = crypto.randomUUID();
  let profile = young;
  let now = 1;
  const identity = answering(async () => profile);
  const [told, other] = [createFacts(db, identity, () => now), createFacts(db, identity, () => now)];
  expect([await told.readFacts(userId), await other.readFacts(userId)]).toEqual([
    knownFactsOf(young),
    knownFactsOf(young),
  ]);

  profile = old;
  await told.followProfile(userId);
  expect(await told.readFacts(userId)).toEqual(knownFactsOf(old));
  now = 30_001;
  expect(await other.readFacts(userId)).toEqual(knownFactsOf(young));
  now = 30_002;
  expect(await other.readFacts(userId)).toEqual(knownFactsOf(old));
});

test('of two changes told at once the newer stays, whichever is written last', async () => {
  const userId = crypto.randomUUID();
  let profile = old;
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  /** The first to ask learns the older profile, and late. */
  const identity = answering(async () => {
    asked += 1;
    const known = profile;
    if (asked === 1) await answered.promise;
    return known;
  });
  const facts = createFacts(db, identity);
  const slow = facts.followProfile(userId);
  profile = young;
  await facts.followProfile(userId);
  answered.resolve();
  await slow;
  expect(await facts.readFacts(userId)).toEqual(knownFactsOf(young));
});

test('what is read while the consent to matching is taken back is not kept', async () => {
  const userId = crypto.randomUUID();
  const answered = Promise.withResolvers<void>();
  let [asked, isMatched] = [0, true];
  /** The first to ask learns of the consent before, and late. */
  const identity = answering(async () => {
    asked += 1;
    const was = isMatched;
    if (asked === 1) await answered.promise;
    if (was) return young;
    throw new Failure('MATCHING_WITHDRAWN');
  });
  const facts = createFacts(db, identity);
  const slow = facts.readFacts(userId);
  await expect.poll(() => asked).toBe(1);
  isMatched = false;
  await facts.followProfile(userId);
  answered.resolve();
  expect(await slow).toBe('MATCHING_WITHDRAWN');
  expect(await findFacts(db, userId)).toBeUndefined();
});

test('facts that were copied before the further ones were kept are read anew, by the sweep where nobody looks', async () => {
  const furtherBits = [1, 2, 4, 8, 0, 1, 1];
  const known = knownFactsOf({ ...young, furtherBits });
  const facts = createFacts(
    db,
    answering(async () => ({ ...young, furtherBits })),
  );
  const [looks, sleeps] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertFacts(
    db,
    [looks, sleeps].map((userId) => ({ userId, ...factsOf(young) })),
  );
  expect(await findFacts(db, looks)).toBeUndefined();
  expect(await facts.readFacts(looks)).toEqual(known);
  await followUnread({ db, followProfile: facts.followProfile });
  expect(await findFacts(db, sleeps)).toEqual(known);
});
