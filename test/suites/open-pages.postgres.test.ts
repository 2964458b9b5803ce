import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { markAllNotificationsRead, notifyPerson } from '@app/contracts/project/notifications.ts';
import { pauseStudy } from '@app/contracts/project/study-calls.ts';
import { type TestApp, useApp } from '../support/app.ts';
import { distinctCounts, openPage, listenForOrigin } from '../support/event-stream.ts';
import { meetOneApplicant } from '../support/one-applicant.ts';
import { registerParticipant } from '../support/people.ts';
import { serviceToken } from '../support/samples/world.ts';

const app = useApp();
let otherNode: TestApp['call'];
let origin: string;
beforeAll(async () => {
  otherNode = await app.startNode();
  origin = await listenForOrigin(app.process.app);
});

async function notifyOverOtherNode({ userId }: SignedInUser): Promise<void> {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const body = { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' };
  expect((await otherNode(notifyPerson, { as, params: { userId }, body })).status).toBe(204);
}
async function openPageFor(person: SignedInUser) {
  const page = await openPage(origin, person);
  onTestFinished(page.leave);
  await expect.poll(() => page.counts).toEqual([0]);
  return page;
}

/** Returns the connection that listens, once it does. */
async function listener(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query like 'listen "project_open_pages"%'`.execute(
    app.engine.owner,
  );
  return rows[0]?.pid;
}

test('D-31 NT1 a notification from another node reaches the open pages of each recipient at once', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => registerParticipant(app)));
  const pages = await Promise.all(people.map(openPageFor));
  await expect.poll(listener).toBeDefined();
  await Promise.all(people.map(notifyOverOtherNode));
  await expect.poll(() => pages.map(distinctCounts)).toEqual(people.map(() => [0, 1]));
  await otherNode(markAllNotificationsRead, { as: people[0]! });
  await expect.poll(() => distinctCounts(pages[0]!)).toEqual([0, 1, 0]);
});

test('S-406 a study that changes on another node updates the pages of undecided applicants', async () => {
  const one = await meetOneApplicant(app);
  const { study } = await one.applied('Moved elsewhere');
  const page = await openPage(origin, one.participant);
  onTestFinished(page.leave);
  await expect.poll(() => page.counts.length).toBeGreaterThan(0);
  await expect.poll(listener).toBeDefined();
  const answer = await otherNode(pauseStudy, { as: one.researcher, params: { id: study.id } });
  expect(answer.status).toBe(200);
  await expect.poll(() => page.moves).toBe(1);
});

test('FLT-2 when the database loses every connection, pages stay open and are correct within seconds', async () => {
  const person = await registerParticipant(app);
  const page = await openPageFor(person);
  await expect.poll(listener).toBeDefined();
  const before = await listener();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.engine.owner);
  // No connection listens now: this event is lost, and found once one listens again.
  await sql`insert into project.notifications (notification_id, user_id, key, message)
    values (gen_random_uuid(), ${person.userId}, gen_random_uuid(), 'unsaid')`.execute(app.engine.owner);
  await expect.poll(() => page.counts.at(-1)).toBe(1);
  await expect.poll(listener).not.toBe(before);
  await expect
    .poll(() =>
      notifyOverOtherNode(person).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(() => page.counts.at(-1)).toBeGreaterThan(1);
  // A study's change while no connection listened is not recorded anywhere.
  await expect.poll(() => page.moves).toBeGreaterThan(0);
  expect(page.end).toBeUndefined();
});
