import { importJWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeOwnAccount, endOwnSession } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { endPushSubscription, readPush, savePushSubscription } from '@app/contracts/identity/push.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { wakeWorkerSql } from '../../kit/test/start-job.ts';
import { pushWords } from '@app/words/push.ts';
import { type TestApp, startTestApp } from '../support/app.ts';
import { type OneApplicant, accept, meetOneApplicant } from '../support/one-applicant.ts';
import { PASSWORD } from '../support/people.ts';
import { type PushService, openPushBrowser, startPushService } from '../support/push-service.ts';
import { waitForJobs } from '../support/wait-for-jobs.ts';
import { isPushService } from '../../services/identity/src/push/subscriptions.ts';
import { notifyOfDecisions } from '../../services/project/test/applicants.ts';

let service: PushService;
let received: PushService['received'];
let origin: string;
let app: TestApp;
let one: OneApplicant;
beforeAll(async () => {
  service = await startPushService();
  ({ origin, received } = service);
  app = await startTestApp({ DECISION_NOTICE_SECONDS: 3600, PUSH_SERVICES: [origin] });
  one = await meetOneApplicant(app);
});
afterAll(async () => {
  await app.close();
  service.stop();
});
beforeEach(async () => {
  await sql`delete from identity.push_subscriptions`.execute(app.engine.owner);
  received.length = 0;
  service.answerWith = 201;
  service.retryAfter = undefined;
});

const openBrowser = () => openPushBrowser(origin);
const readPublicKey = async (as: SignedInUser) => (await app.call(readPush, { as })).content.publicKey ?? '';
const subscribe = async (as: SignedInUser, { endpoint, keys } = openBrowser(), isRenewal = false) =>
  app.call(savePushSubscription, {
    as,
    body: { endpoint, ...keys, publicKey: await readPublicKey(as), isRenewal },
  });
const anotherSession = async ({ email }: SignedInUser): Promise<SignedInUser> =>
  (await app.call(logIn, { body: { email, password: PASSWORD } })).content;

/** The applicant is accepted in a study, and all notifications about it were sent or tried. */
async function acceptNewApplicant(name: string) {
  const { study, id } = await one.applied(name);
  await one.decideOn({ study, id }, accept);
  await notifyOfDecisions(app);
  const left = async () =>
    (
      await sql`select 1 from project_jobs.job where name = 'emails' and state <> 'completed'`.execute(
        app.engine.owner,
      )
    ).rows.length;
  await expect.poll(left).toBe(0);
  return study;
}
const tryAgain = async () => {
  await sql`update identity_jobs.job set start_after = now() where name = 'pushes' and state = 'retry'`.execute(
    app.engine.owner,
  );
  await sql.raw(wakeWorkerSql('identity', 'pushes')).execute(app.engine.owner);
};
const stored = async () =>
  (
    await sql<{ endpoint: string }>`select endpoint from identity.push_subscriptions`.execute(
      app.engine.owner,
    )
  ).rows;

test('NT3 each subscribed browser is notified of an acceptance, encrypted for it and signed with our key', async () => {
  const [phone, laptop] = [openBrowser(), openBrowser()];
  const other = await anotherSession(one.participant);
  expect((await subscribe(one.participant, phone)).status).toBe(200);
  expect((await subscribe(one.participant, phone)).status).toBe(200);
  expect((await subscribe(other, laptop)).status).toBe(200);
  const study = await acceptNewApplicant('Palm wine');
  await waitForJobs(app);
  expect(received.map(({ path }) => `${origin}${path}`).sort()).toEqual(
    [phone.endpoint, laptop.endpoint].sort(),
  );
  const { body, headers } = received.find(({ path }) => phone.endpoint.endsWith(path))!;
  expect(phone.read(body)).toEqual({
    ...pushWords.APPLICATION_ACCEPTED,
    path: paths.chooseTime(study.id),
    tag: headers['topic'],
  });
  expect(body.toString()).not.toContain('accepted');
  expect(headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(headers['topic']).toMatch(/^[\w-]{32}$/);
  expect(Number(headers['ttl'])).toBeGreaterThan(60 * 60);
  expect(Number(headers['ttl'])).toBeLessThanOrEqual(24 * 60 * 60);

  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers['authorization'] ?? '') ?? [];
  expect(key).toBe(await readPublicKey(one.participant));
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256');
  const { payload } = await jwtVerify(token, jwk, { audience: origin, maxTokenAge: undefined as never });
  expect(payload.sub).toBe('mailto:admin@demo.test');
  expect(payload.exp! - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
});

test('a browser gets no push after unsubscribing or an ended session; the next person takes it over', async () => {
  const browser = openBrowser();
  expect((await subscribe(one.participant, browser)).status).toBe(200);
  await app.call(endPushSubscription, { as: one.participant });
  expect(await stored()).toEqual([]);

  const session = await anotherSession(one.participant);
  await subscribe(session, browser);
  const [, claims = ''] = session.token.split('.');
  const { sid: sessionId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
  await app.call(endOwnSession, { as: one.participant, params: { sessionId } });
  await acceptNewApplicant('Palm oil');
  await waitForJobs(app);
  expect(received).toEqual([]);

  // Another person who logs in there is asked first; the same person in a later session is not.
  const later = await anotherSession(one.participant);
  expect((await subscribe(one.researcher, browser, true)).content).toEqual({ isOn: false });
  expect((await subscribe(later, browser, true)).content).toEqual({ isOn: true });
  expect((await app.call(readPush, { as: later })).content.isOn).toBe(true);
  expect((await subscribe(later, openBrowser(), true)).content).toEqual({ isOn: true });
  expect((await subscribe(one.participant, openBrowser(), true)).content).toEqual({ isOn: false });
  await subscribe(later, browser);

  await subscribe(one.researcher, browser);
  expect(await stored()).toEqual([{ endpoint: browser.endpoint }]);
  await acceptNewApplicant('Palm leaves');
  await waitForJobs(app);
  // The first application notifies the researcher.
  expect(
    received.every(
      ({ body }) => (browser.read(body) as { title: string }).title !== pushWords.APPLICATION_ACCEPTED.title,
    ),
  ).toBe(true);
});

test('optional notifications are pushed as chosen, whatever the choice for emails', async () => {
  const as = one.participant;
  await subscribe(as);
  await app.call(changeOwnAccount, { as, body: { pushes: { decisions: false } } });
  await acceptNewApplicant('Cocoa');
  await waitForJobs(app);
  expect(received).toEqual([]);
  await app.call(changeOwnAccount, {
    as,
    body: { pushes: { decisions: true }, emails: { decisions: false } },
  });
  await acceptNewApplicant('Cassava');
  await waitForJobs(app);
  expect(received).toHaveLength(1);
  await app.call(changeOwnAccount, { as, body: { emails: { decisions: true } } });
});

test.each([404, 410])(
  '%i: the push service no longer knows the subscription, so we delete it',
  async (status) => {
    await subscribe(one.participant);
    service.answerWith = status;
    await acceptNewApplicant(`Gari ${status}`);
    await waitForJobs(app);
    expect(received).toHaveLength(1);
    expect(await stored()).toEqual([]);
  },
);

test.each([429, 500])('%i: it is sent again, and replaces the one before', async (status) => {
  await subscribe(one.participant);
  service.answerWith = status;
  await acceptNewApplicant(`Kenkey ${status}`);
  await expect.poll(() => received.length).toBeGreaterThan(0);
  service.answerWith = 201;
  const sent = async () => {
    await tryAgain();
    await waitForJobs(app).catch(() => {});
    return received.length;
  };
  await expect.poll(sent).toBeGreaterThan(1);
  expect(new Set(received.map(({ headers }) => headers['topic'])).size).toBe(1);
});

test.each<[string, () => string]>([
  ['seconds', () => '120'],
  ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
])('a push service that sends Retry-After as %s is not called before', async (_, retryAfter) => {
  await subscribe(one.participant);
  service.answerWith = 429;
  service.retryAfter = retryAfter();
  await acceptNewApplicant('Banku');
  await waitForJobs(app);
  expect(received).toHaveLength(1);
  const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - now())::int as seconds from identity_jobs.job
      where name = 'pushes' and state = 'created'`.execute(app.engine.owner);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.seconds).toBeGreaterThan(60);
  expect(rows[0]!.seconds).toBeLessThanOrEqual(120);
  await sql`delete from identity_jobs.job where name = 'pushes' and state = 'created'`.execute(
    app.engine.owner,
  );
});

test.each([302, 400, 403, 405, 413])(
  '%i: possibly our error, so the subscription stays, the push becomes a dead letter, and redirects are not followed',
  async (status) => {
    await sql`delete from identity_jobs.job where name = 'pushes-dead-letter'`.execute(app.engine.owner);
    await subscribe(one.participant);
    service.answerWith = status;
    await acceptNewApplicant(`Waakye ${status}`);
    const deadLetters = async () => {
      await tryAgain();
      const { rows } = await sql`select 1 from identity_jobs.job where name = 'pushes-dead-letter'`.execute(
        app.engine.owner,
      );
      return rows.length;
    };
    await expect.poll(deadLetters).toBe(1);
    expect(received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    expect(await stored()).toHaveLength(1);
  },
);

test('an outdated notification is not sent', async () => {
  await subscribe(one.participant);
  service.answerWith = 503;
  await acceptNewApplicant('Shea butter');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  // A running attempt would arrive after the change.
  const underWay = async () =>
    (
      await sql`select from identity_jobs.job where name = 'pushes' and state = 'active'`.execute(
        app.engine.owner,
      )
    ).rows.length;
  await expect.poll(underWay).toBe(0);
  await sql`update identity_jobs.job set data = data || '{"at": "2026-01-01T00:00:00Z"}', start_after = now()
    where name = 'pushes' and state < 'completed'`.execute(app.engine.owner);
  received.length = 0;
  service.answerWith = 201;
  await tryAgain();
  await waitForJobs(app);
  expect(received).toEqual([]);
});

test.each([
  ['whose address is no push service any more', (address: string) => sql`endpoint = ${`${address}/x`}`],
  ['for a key of ours that is gone', () => sql`public_key = ${'B'.repeat(87)}`],
])('nothing is sent to a subscription %s', async (name, change) => {
  const stranger = await startPushService();
  onTestFinished(() => stranger.stop());
  await subscribe(one.participant);
  await sql`update identity.push_subscriptions set ${change(stranger.origin)}`.execute(app.engine.owner);
  await acceptNewApplicant(`Shito ${name.length}`);
  await waitForJobs(app);
  expect([received, stranger.received]).toEqual([[], []]);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://notify.windows.com.evil.example/',
  'https://169.254.169.254/latest',
  'http://localhost:3001/',
])('no private or foreign address is accepted as a push service: %s', (endpoint) => {
  expect(isPushService(endpoint, [origin])).toBe(false);
});

test('known push services are accepted; other addresses and keys that are not ours are refused', async () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])
    expect((await subscribe(one.participant, { ...openBrowser(), endpoint })).status).toBe(200);
  const strange = { ...openBrowser(), endpoint: 'https://evil.example/x' };
  expect((await subscribe(one.participant, strange)).json).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await stored()).toHaveLength(1);
  const { endpoint, keys } = openBrowser();
  const body = { endpoint, ...keys, publicKey: 'B'.repeat(87), isRenewal: false };
  expect((await app.call(savePushSubscription, { as: one.participant, body })).status).toBe(400);
  // The key has the right length, but is not a point of the curve.
  const notAPoint = { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } };
  expect((await subscribe(one.participant, { ...openBrowser(), ...notAPoint })).status).toBe(400);
});
