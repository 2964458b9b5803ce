import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { today, yearsFrom } from '@app/contracts/calendar.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeMatching, submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { type ReachCriteria, readReach } from '@app/contracts/identity/reach.ts';
import { refreshSession } from '@app/contracts/identity/sessions.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import { validation } from '@app/words/validation.ts';
import { useApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { firstCookie, tryLogIn } from '#test/accounts.ts';
import type { IdentityTables } from '../schema.ts';
import { randomCriteria, randomPeople, insertPeople, matches } from '#test/crowd.ts';
import { sumReach } from './read-reach.ts';
import { refreshReach } from './refresh-reach.ts';

const app = useApp();
let db: Kysely<IdentityTables>;
beforeAll(async () => {
  db = app.engine.connect('identity_app');
});
beforeEach(async () => {
  await sql`delete from identity.people`.execute(app.engine.owner);
  await sql`delete from identity.reach_counts`.execute(app.engine.owner);
});

const everybody: ReachCriteria = {
  minimumAge: 18,
  maximumAge: 100,
  genders: [...GENDERS],
  educationLevels: [...EDUCATION_LEVELS],
  incomeRanges: [...INCOME_RANGES],
  deviceRequirements: [...DEVICE_REQUIREMENTS],
};
const dayFrom = (day: string, days: number) =>
  today(new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60 * 1000));
const refresh = (day = today(), sample?: number) => refreshReach({ db }, day, sample);
/** Each call has its own credential, because a credential is valid for a minute. */
const asService = async () => ({ token: await serviceToken({ app }, 'project', 'identity') });
const fetchReach = async (body: ReachCriteria) =>
  (await app.call(readReach, { as: await asService(), body })).content;
/** Counts without the minimum below which no number is shown. */
const count = async (change: Partial<ReachCriteria> = {}) =>
  (await sumReach(db, { ...everybody, ...change })).count;

test('reach counts with the conditions that the project service matches with', async () => {
  const { rows } = await sql<{ name: string; text: string }>`
    select proname as name, replace(pg_get_functiondef(pg_proc.oid), nspname || '.', '') as text
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname in ('identity', 'project') and proname in ('meets_choices', 'meets_further_criteria')`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(4);
  expect(new Set(rows.map(({ text }) => text)).size).toBe(2);
});

describe('D-02 the live figure', () => {
  test('uses today’s age: a birthday today counts, and one tomorrow does not yet', async () => {
    const day = today();
    const born = (years: number, days = 0) => dayFrom(yearsFrom(day, -years), days);
    await insertPeople(
      app.engine.owner,
      randomPeople(5, day).map((person, index) => ({
        ...person,
        dateOfBirth: [born(30), born(30, 1), born(31), born(31, 1), born(40)][index] ?? '',
        phoneOs: 'ANDROID' as const,
        lastActiveOn: day,
      })),
    );
    await refresh(day);
    // These people are 30, 29, 31, 30 and 40 years old.
    expect(await count({ minimumAge: 30, maximumAge: 30 })).toBe(2);
    expect(await count({ minimumAge: 29, maximumAge: 30 })).toBe(3);
    expect(await count({ minimumAge: 31, maximumAge: 40 })).toBe(2);
    // On the next day, people with a birthday tomorrow are a year older.
    await refresh(dayFrom(day, 1));
    expect(await count({ minimumAge: 30, maximumAge: 30 })).toBe(2);
    expect(await count({ minimumAge: 29, maximumAge: 29 })).toBe(0);
    expect(await count({ minimumAge: 31, maximumAge: 31 })).toBe(2);
  });

  test('excludes people last active 91 days ago, and a day later those of 90 days ago', async () => {
    const day = today();
    const people = randomPeople(3, day);
    const lastActive = [day, dayFrom(day, -90), dayFrom(day, -91)];
    await insertPeople(
      app.engine.owner,
      people.map((person, index) => ({
        ...person,
        phoneOs: 'ANDROID' as const,
        lastActiveOn: lastActive[index] ?? day,
      })),
    );
    await refresh(day);
    expect(await count()).toBe(2);
    await refresh(dayFrom(day, 1));
    expect(await count()).toBe(1);
  });

  test('excludes researchers, participants before the set-up, and people who withdrew consent to matching', async () => {
    await registerResearcher(app);
    await registerParticipant(app);
    const unmatched = await registerParticipant(app, { withProfile: true });
    await app.call(changeMatching, { as: unmatched, body: { isMatched: false } });
    await refresh();
    expect(await count()).toBe(0);
  });

  test('equals a naive count for 500 people and 50 criteria, and stays equal as people change', async () => {
    const day = today();
    const people = randomPeople(500, day);
    await insertPeople(app.engine.owner, people);
    await refresh(day);
    const check = async (known: typeof people) => {
      for (const criteria of Array.from({ length: 50 }, randomCriteria)) {
        const right = known.filter((person) => matches(person, criteria, day)).length;
        const expected =
          right < 10 ? { count: 10, reading: 'FEWER_THAN' } : { count: right, reading: undefined };
        const { count: counted, reading } = await fetchReach(criteria);
        expect({ criteria, count: counted, reading }).toEqual({ criteria, ...expected });
      }
    };
    await check(people);
    const deleted = people.slice(0, 100).map(({ userId }) => userId);
    await sql`delete from identity.people where user_id = any(${deleted}::uuid[])`.execute(app.engine.owner);
    await refresh(day);
    await check(people.slice(100));
  });
});

test('D-02 further criteria are estimated from a sample, and the answer says so', async () => {
  const day = today();
  const people = randomPeople(2000, day);
  await insertPeople(app.engine.owner, people);
  const criteria: ReachCriteria = {
    ...everybody,
    regions: ['ASHANTI', 'BONO', 'VOLTA', 'OTI'],
    languages: ['TWI'],
  };
  const right = people.filter((person) => matches(person, criteria, day)).length;
  await refresh(day);
  expect(await fetchReach(criteria)).toEqual({ count: right, asOf: expect.any(String) as string });
  await refresh(day, 400);
  const { count: estimate, reading } = await fetchReach(criteria);
  expect(reading).toBe('ABOUT');
  // Ids are random, so the sample is too: five standard errors are allowed.
  const error = 5 * Math.sqrt((right * people.length) / 400);
  expect(Math.abs(estimate - right)).toBeLessThan(error);
  expect(
    (await app.engine.owner.executeQuery(sql`select from identity.reach_sample`.compile(app.engine.owner)))
      .rows.length,
  ).toBeLessThan(700);
  // Criteria that the exact counts cover stay exact.
  expect(await fetchReach({ ...everybody, regions: [], hasInternet: false })).toEqual({
    count: await count(),
    asOf: expect.any(String) as string,
  });
  // With too few people in the sample, the answer is the largest possible number.
  const few = { ...criteria, minimumAge: 30, maximumAge: 30 };
  expect(await fetchReach(few)).toMatchObject({
    count: await count({ minimumAge: 30, maximumAge: 30 }),
    reading: 'AT_MOST',
  });
});

test('D-02 the project service requests it for a verified researcher', async () => {
  await registerParticipant(app, { withProfile: true });
  const researcher = await registerResearcher(app, { verified: true });
  await refresh();
  const reach = async (body: ReachCriteria) =>
    (await app.call(readStudyReach, { as: researcher, body })).content;
  // No one may learn that the one woman is the only person here.
  const few = { count: 10, reading: 'FEWER_THAN', asOf: expect.stringMatching(/^20\d\d-.*Z$/) };
  expect(await reach(everybody)).toEqual(few);
  expect(await reach({ ...everybody, genders: ['MALE'] })).toEqual(few);
});

test('a refresh changes only the combinations that differ, and twenty concurrent ones agree', async () => {
  const day = today();
  await insertPeople(app.engine.owner, randomPeople(200, day));
  await Promise.all(Array.from({ length: 20 }, () => refresh(day)));
  const versions = async () =>
    (
      await sql<{ version: string; combinations: number }>`
        select xmin::text as version, count(*)::int as combinations from identity.reach_counts group by 1`.execute(
        app.engine.owner,
      )
    ).rows;
  const before = await versions();
  expect(before).toHaveLength(1);
  await refresh(day);
  expect(await versions()).toEqual(before);
});

test('log-ins and refreshes count as activity, written once a day', async () => {
  const user = await registerParticipant(app, { withProfile: true });
  const age = () =>
    sql`update identity.people set last_active_on = current_date - 91 where user_id = ${user.userId}`.execute(
      app.engine.owner,
    );
  const active = async () => {
    await refresh();
    return count();
  };
  await age();
  expect(await active()).toBe(0);
  const entered = await tryLogIn(app, user.email);
  expect(await active()).toBe(1);
  await age();
  const cookie = firstCookie(entered);
  await app.call(refreshSession, { headers: { cookie } });
  expect(await active()).toBe(1);

  const version = () =>
    sql<{ xmin: string }>`select xmin::text from identity.people where user_id = ${user.userId}`.execute(
      app.engine.owner,
    );
  const written = (await version()).rows;
  await tryLogIn(app, user.email);
  expect((await version()).rows).toEqual(written);
});

test('one refresh covers all the set-ups of half a minute', async () => {
  const users = await Promise.all([
    registerParticipant(app),
    registerParticipant(app),
    registerParticipant(app),
  ]);
  const isReach = sql`name = 'reach' and state = 'created'`;
  const run = async (statement: ReturnType<typeof sql>) => (await statement.execute(app.engine.owner)).rows;
  const setUp = (user: SignedInUser) =>
    app.call(submitUserInformation, { as: user, body: profileBody(user.userId) });
  const [first, ...others] = users as [SignedInUser, ...SignedInUser[]];
  await run(sql`delete from identity_jobs.job where ${isReach}`);
  await setUp(first);
  expect(
    await run(sql`
      select round(extract(epoch from start_after - created_on))::int as wait
      from identity_jobs.job where name = 'reach' order by created_on desc limit 1`),
  ).toEqual([{ wait: 30 }]);
  // However long the other set-ups take, the half minute has not ended.
  await run(sql`update identity_jobs.job set start_after = now() + interval '1 hour' where ${isReach}`);
  await Promise.all(others.map(setUp));
  expect(await run(sql`select 1 from identity_jobs.job where ${isReach}`)).toHaveLength(1);
});

test('the criteria are checked, and only the project service may ask', async () => {
  const refused = async (body: object) => (await app.call(readReach, { as: await asService(), body })).json;
  expect(await refused({ ...everybody, minimumAge: 40, maximumAge: 39 })).toMatchObject({
    content: [{ field: 'maximumAge', message: validation.maximumAgeMoreThanMinimum }],
  });
  expect(await refused({ ...everybody, genders: [] })).toMatchObject({ content: [{ field: 'genders' }] });
  expect(await refused({ ...everybody, name: 'x' })).toMatchObject({ content: [{ field: 'name' }] });
  const user = await registerParticipant(app);
  for (const somebody of [undefined, user]) {
    expect((await app.call(readReach, { as: somebody, body: everybody })).status).toBe(401);
  }
});
