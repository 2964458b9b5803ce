// Slow: it measures waiting in queues, and hundreds of refusals take a second.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { useApp } from '../support/app.ts';
import { registerParticipant, registerResearcher } from '../support/people.ts';

const PER_SECOND = 25;
const app = useApp({ CALLS_PER_PERSON_PER_SECOND: String(PER_SECOND) });
let one: SignedInUser;
let another: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  [one, another, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

const list = (as: SignedInUser) => app.call(listProjects, { as, query: { creatorId: as.userId } });

test('ABU-6 one person’s slow calls never occupy all connections: others are served meanwhile', async () => {
  const gate = Promise.withResolvers<void>();
  const isBlocked = Promise.withResolvers<void>();
  const lock = app.engine.owner.transaction().execute(async (trx) => {
    await sql`lock table project.projects in access exclusive mode`.execute(trx);
    isBlocked.resolve();
    await gate.promise;
  });
  await isBlocked.promise;
  const flood = Array.from({ length: 40 }, () => list(one));
  const others = Array.from({ length: 6 }, () => app.call(listNotifications, { as: another }));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  gate.resolve();
  await lock;
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses).has(503)).toBe(false);
});

test('ABU-6 one person’s flood gets 429 with Retry-After beyond a burst, and no one else does', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => app.call(listNotifications, { as: participant })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  for (const { json, headers } of refused) {
    expect(json).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await list(another)).toMatchObject({ status: 200 });
});

test('ABU-6 pages beyond a realistic depth are refused', async () => {
  const deep = await app.call(browseStudies, { as: participant, query: { page: 1000, size: 100 } });
  expect(deep).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});
