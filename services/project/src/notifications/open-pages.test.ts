import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { logIn, logOut } from '@app/contracts/identity/sessions.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  notifyPerson,
} from '@app/contracts/project/notifications.ts';
import { createLog } from '@app/kit/log.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { missingHeaders } from '@app/test/suites/responses/security-headers.ts';
import { distinctCounts, openPage, listenForOrigin, watchPath } from '@app/test/support/event-stream.ts';
import { PASSWORD, registerParticipant } from '@app/test/support/people.ts';
import { serviceToken, resignToken } from '@app/test/support/samples/world.ts';
import type { ProjectTables } from '../schema.ts';
import { createOpenPages } from './open-pages.ts';

const HEARTBEAT_MS = 20_000;
const MOST = 10;
const FAKED: ('setInterval' | 'clearInterval' | 'Date')[] = ['setInterval', 'clearInterval', 'Date'];

let app: TestApp;
let origin: string;
/** Credentials last a minute. */
const credential = () => serviceToken({ app }, 'identity', 'project');
beforeAll(async () => {
  app = await startTestApp();
  origin = await listenForOrigin(app.process.app);
  // Tests control heartbeats and tokens from here; job workers see a stopped clock.
  vi.useFakeTimers({ toFake: FAKED });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const notify = async ({ userId }: SignedInUser) =>
  app.call(notifyPerson, {
    as: { token: await credential() },
    params: { userId },
    body: { key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' },
  });
const openPageFor = async (person: SignedInUser) => {
  const page = await openPage(origin, person);
  onTestFinished(page.leave);
  return page;
};

/** Each stream has a heartbeat timer. */
async function noneOpen() {
  await expect.poll(() => vi.getTimerCount()).toBe(0);
}

test('D-31 an open page gets the count at once, and a change within a second', async () => {
  const person = await registerParticipant(app);
  const page = await openPageFor(person);
  await expect.poll(() => page.counts).toEqual([0]);
  expect(page.text).toBe('retry: 3000\n\ndata: {"unreadCount":0}\n\n');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(page.headers.get('x-accel-buffering')).toBe('no');
  expect(missingHeaders(Object.fromEntries(page.headers))).toEqual([]);
  await notify(person);
  await expect.poll(() => distinctCounts(page)).toEqual([0, 1]);
  await notify(await registerParticipant(app));
  await Promise.all(Array.from({ length: 20 }, () => notify(person)));
  await expect.poll(() => page.counts.at(-1)).toBe(21);
  // Changes within a short time may share an event.
  expect(distinctCounts(page).length).toBeLessThanOrEqual(22);
});

test('NT1 marking on one page updates the other pages of the same person', async () => {
  const person = await registerParticipant(app);
  await notify(person);
  await notify(person);
  const pages = [await openPageFor(person), await openPageFor(person)];
  const readShown = () => pages.map(({ counts }) => counts.at(-1));
  await expect.poll(readShown).toEqual([2, 2]);
  const [newest] = (await app.call(listNotifications, { as: person, query: { read: 'false' } })).content;
  const params = { id: newest?.id ?? '' };
  await app.call(markNotification, { as: person, params, body: { read: true } });
  await expect.poll(readShown).toEqual([1, 1]);
  await app.call(markAllNotificationsRead, { as: person });
  await expect.poll(readShown).toEqual([0, 0]);
  await app.call(markNotification, { as: person, params, body: { read: false } });
  await expect.poll(readShown).toEqual([1, 1]);
});

test('SES-7 heartbeats keep a page’s stream open, and end it after its person has logged out', async () => {
  const person = await registerParticipant(app);
  const entered = await app.call(logIn, { body: { email: person.email, password: PASSWORD } });
  const [page, other] = [await openPageFor(entered.content), await openPageFor(person)];
  await expect.poll(() => page.counts).toEqual([0]);
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  await expect.poll(() => page.text).toMatch(/}\n\n:\n\n$/);

  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect((await app.call(logOut, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status).toBe(204);
  // An ended session is known after two seconds.
  const endAfterHeartbeat = async () => {
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    return page.end;
  };
  await expect.poll(endAfterHeartbeat, { interval: 500 }).toBe('ENDED');
  expect(other.end).toBeUndefined();
});

test('SES-5 a stream ends with its token', async () => {
  const person = await registerParticipant(app);
  const exp = Math.floor((Date.now() + 1.5 * HEARTBEAT_MS) / 1000);
  const page = await openPageFor({ ...person, token: await resignToken({ app }, person.token, { exp }) });
  await expect.poll(() => page.counts).toEqual([0]);
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  await expect.poll(() => page.text).toMatch(/}\n\n:\n\n$/);
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  await expect.poll(() => page.end).toBe('ENDED');
});

test('a missed notification is shown within a minute', async () => {
  const person = await registerParticipant(app);
  const page = await openPageFor(person);
  await expect.poll(() => page.counts).toEqual([0]);
  await sql`insert into project.notifications (notification_id, user_id, key, message)
    values (gen_random_uuid(), ${person.userId}, gen_random_uuid(), 'unsaid')`.execute(app.engine.owner);
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
  await expect.poll(() => page.counts).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(6 * HEARTBEAT_MS);
  await expect.poll(() => page.text.split('\n:\n').length).toBe(10);
  expect(page.counts).toEqual([0, 1]);
});

test('a person has at most ten streams, and a closed one makes room at once', async () => {
  const person = await registerParticipant(app);
  await noneOpen();
  const pages = await Promise.all(Array.from({ length: MOST }, () => openPageFor(person)));
  expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: MOST }, () => 200));
  const refused = await openPageFor(person);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
  await expect.poll(() => refused.text).toContain('"code":"TOO_MANY_REQUESTS"');
  expect((await openPageFor(await registerParticipant(app))).status).toBe(200);
  const atMost = vi.getTimerCount();
  expect(atMost).toBeGreaterThan(MOST);
  for (const page of pages) page.leave();
  // Each stream has a heartbeat timer.
  await expect.poll(() => vi.getTimerCount()).toBe(atMost - MOST);
  const again = await Promise.all(Array.from({ length: MOST }, () => openPageFor(person)));
  expect(again.every(({ status }) => status === 200)).toBe(true);
});

test('a HEAD request for a stream is refused, and leaves nothing open', async () => {
  const person = await registerParticipant(app);
  await noneOpen();
  const response = await fetch(`${origin}${watchPath}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
  expect(vi.getTimerCount()).toBe(0);
});

test('an opened study refreshes many pages in small batches, and people with own notifications do not wait', async () => {
  const db = app.engine.connect<ProjectTables>('project_app');
  const steps: string[] = [];
  const pages = createOpenPages(
    // Another node's first message would wake all pages.
    { engine: { listen: () => {} }, db, log: createLog('silent') },
    async () => [],
    async (_, people) => {
      if (people.length > 1) steps.push(`${people.length} refreshed`);
      if (steps.length === 1) pages.notify([last]);
      return [];
    },
  );
  const people = Array.from({ length: 180 }, () => crypto.randomUUID());
  const last = people.at(-1) ?? '';
  const watched = people.map((id) => pages.watch(id)[Symbol.asyncIterator]());
  await Promise.all(watched.map(async (one) => one.next()));
  pages.notifyOpened();
  await watched.at(-1)?.next();
  steps.push('own notification');
  await expect.poll(() => steps.length).toBe(5);
  expect(steps).toEqual(['50 refreshed', '50 refreshed', 'own notification', '50 refreshed', '30 refreshed']);
  await Promise.all(watched.map(async (one) => one.return?.()));
});

test('a process that stops ends its open pages in good order', async () => {
  // Stopping needs the real clock.
  vi.useRealTimers();
  onTestFinished(() => void vi.useFakeTimers({ toFake: FAKED }));
  const stopping = await startTestApp({}, undefined, { isOwn: true });
  const person = await registerParticipant(stopping);
  const page = await openPage(await listenForOrigin(stopping.process.app), person);
  await expect.poll(() => page.counts).toEqual([0]);
  await stopping.close();
  expect(page.end).toBe('ENDED');
});
