import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmAdminPasskey,
  endAdminSession,
  enrolAdmin,
  readAdmin,
  renewAdminSession,
  signAdminIn,
  startAdminEnrolment,
  startAdminSignIn,
} from '@app/contracts/identity/admin-sign-in.ts';
import { listAdminNamesAsAdmin } from '@app/contracts/identity/admins.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { DEMO_ADMIN } from '@app/demo/admin.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { answerChallenge, inviteAdmin, makeAdmin, signIn } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { createPasskey } from '@app/test/support/passkeys.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { operatorCommands, openIdentityJobs } from '#test/operator.ts';

const MOST_SIGN_INS = 100;
const app = useApp({ ADMIN_SIGN_INS_PER_ADDRESS_PER_10_MINUTES: MOST_SIGN_INS });
let jobs: Jobs;
beforeAll(async () => {
  jobs = await openIdentityJobs(app);
});
afterAll(() => jobs.stop());

const run = (...args: string[]) => operatorCommands(app, jobs)('admins', ...args);
const secretIn = (output: string) => /#([\w-]{43})$/m.exec(output)?.[1] ?? '';
const codeOf = ({ status, json }: { status: number; json: Record<string, unknown> }) =>
  json['code'] ?? status;
const renew = (cookie: string, headers = {}) =>
  app.call(renewAdminSession, { headers: { cookie, ...headers } });
const listEvents = async (adminId: string) =>
  (
    await sql<{ event: string }>`
      select event from identity.audit where admin_id = ${adminId} order by at`.execute(app.engine.owner)
  ).rows.map(({ event }) => event);
const sessionId = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

test('an operator adds an admin, who creates a passkey by the printed and emailed link, and is signed in', async () => {
  const output = await run('add', 'Ama@Institute.test', 'SUPPORT,ADMIN', 'Ama', 'Serwaa');
  const token = secretIn(output);
  const [email] = await app.mailbox.read('ama@institute.test');
  expect(email?.links.join()).toContain(`http://localhost:3900/enrol#${token}`);
  const { content } = await app.call(startAdminEnrolment, { body: { token } });
  expect(content).toMatchObject({ name: 'Ama Serwaa', email: 'ama@institute.test', rpId: 'localhost' });
  const enrolled = await app.call(enrolAdmin, {
    body: { token, passkey: createPasskey().create(content) },
  });
  expect(enrolled.content).toEqual({
    name: 'Ama Serwaa',
    email: 'ama@institute.test',
    roles: ['SUPPORT', 'ADMIN'],
    token: expect.any(String),
  });
  expect(String(enrolled.headers['set-cookie'])).toMatch(
    /^__Secure-admin=[\w-]{43}; Max-Age=28800; Path=\/mui-identity-service\/api\/v1\/admin\/session; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(await run()).toMatch(/^ama@institute\.test +Ama Serwaa +SUPPORT,ADMIN +yes +\S+ +kofi/m);
  expect(await listEvents(content.adminId)).toEqual(['ADMIN_ADDED', 'ADMIN_LINK_MADE', 'ADMIN_ENROLLED']);

  expect(await run('add', 'ama@institute.test', 'FINANCE', 'Ama')).toBe(words.adminExists);
  for (const wrong of [
    ['add', 'esi@institute.test', 'OWNER', 'Esi'],
    ['add', 'esi@institute.test', 'ADMIN'],
    ['add', 'no email', 'ADMIN', 'Esi'],
    ['promote', 'ama@institute.test', 'ADMIN', 'Ama'],
  ])
    expect(await run(...wrong)).toBe(words.usage);
  for (const act of ['remove', 'enrol'])
    expect(await run(act, 'esi@institute.test')).toBe(words.unknownAdmin);
});

test('without ADMIN_URL the command changes nothing', async () => {
  const withoutUrl = operatorCommands(app, jobs, { environment: { ...app.settings, ADMIN_URL: '' } });
  await expect(withoutUrl('admins', 'add', 'yaw@institute.test', 'ADMIN', 'Yaw')).rejects.toThrow(
    words.noAdminUrl,
  );
  expect(await run()).not.toContain('yaw@institute.test');
});

test('an enrolment link works once, for a day, and not after a newer one', async () => {
  const { email, secret: token } = await inviteAdmin(app, ['SUPPORT']);
  const start = async (secret = token) => app.call(startAdminEnrolment, { body: { token: secret } });
  const [first, second] = [await start(), await start()];
  const enrol = (passkey: ReturnType<ReturnType<typeof createPasskey>['create']>) =>
    app.call(enrolAdmin, { body: { token, passkey } });
  const answers = await Promise.all([
    enrol(createPasskey().create(first.content)),
    enrol(createPasskey().create(second.content)),
  ]);
  expect(answers.map(codeOf).map(String).toSorted()).toEqual(['200', 'TOKEN_NOT_VALID']);
  expect(codeOf(await start())).toBe('TOKEN_NOT_VALID');

  const [older, newer] = [await run('enrol', email), await run('enrol', email)].map(secretIn);
  expect(codeOf(await start(older))).toBe('TOKEN_NOT_VALID');
  expect(codeOf(await start(newer))).toBe(200);
  await sql`update identity.admins set enrolment_expires_at = now() where email = ${email}`.execute(
    app.engine.owner,
  );
  expect(codeOf(await start(newer))).toBe('TOKEN_NOT_VALID');
});

test('a new link for a lost passkey ends the sessions and the old passkey at once', async () => {
  const admin = await makeAdmin(app, ['FINANCE']);
  expect(codeOf(await renew(admin.cookie))).toBe(200);
  await run('enrol', admin.email);
  expect(codeOf(await renew(admin.cookie))).toBe('NOT_SIGNED_IN');
  const answer = await app.call(signAdminIn, { body: await answerChallenge(app, admin) });
  expect(codeOf(answer)).toBe('PASSKEY_REFUSED');
});

test('a passkey signs its admin in; a challenge works once, for five minutes, for one admin and one origin', async () => {
  const [admin, other] = [await makeAdmin(app, ['SUPPORT']), await makeAdmin(app, ['SUPPORT'])];
  const send = async (passkey: Awaited<ReturnType<typeof answerChallenge>>['passkey']) =>
    codeOf(await app.call(signAdminIn, { body: { passkey } }));
  const ask = async (email = admin.email) => (await app.call(startAdminSignIn, { body: { email } })).content;

  const right = admin.passkey.use(await ask());
  expect(await send(right)).toBe(200);
  expect(await send(right)).toBe('PASSKEY_REFUSED');
  expect(await send(other.passkey.use(await ask()))).toBe('PASSKEY_REFUSED');
  expect(await send({ ...admin.passkey.use(await ask()), signature: right.signature })).toBe(
    'PASSKEY_REFUSED',
  );
  for (const origin of ['http://localhost:3000', 'https://localhost:3900', 'http://evil.test'])
    expect(await send(admin.passkey.use({ ...(await ask()), origin }))).toBe('PASSKEY_REFUSED');
  expect(await send(admin.passkey.use({ ...(await ask()), rpId: 'evil.test' }))).toBe('PASSKEY_REFUSED');
  const late = admin.passkey.use(await ask());
  await sql`update identity.admin_challenges set expires_at = now()`.execute(app.engine.owner);
  expect(await send(late)).toBe('PASSKEY_REFUSED');
  const unknown = await ask('nobody@institute.test');
  expect(Object.keys(unknown)).toEqual(Object.keys(await ask()));
  expect(await send(admin.passkey.use(unknown))).toBe('PASSKEY_REFUSED');
  expect(await listEvents(admin.adminId)).toContain('ADMIN_SIGN_IN_REFUSED');
  const { rows: ofUnknown } = await sql`
    select from identity.audit where event = 'ADMIN_SIGN_IN_REFUSED' and admin_id is null`.execute(
    app.engine.owner,
  );
  expect(ofUnknown).not.toEqual([]);
  // An enrolment's challenge signs nobody in, not even its own admin.
  const { secret: token } = await inviteAdmin(app, ['SUPPORT']);
  const start = async () => (await app.call(startAdminEnrolment, { body: { token } })).content;
  const [enrolment, unused] = [await start(), await start()];
  const own = createPasskey();
  expect(codeOf(await app.call(enrolAdmin, { body: { token, passkey: own.create(enrolment) } }))).toBe(200);
  expect(await send(own.use(unused))).toBe('PASSKEY_REFUSED');
});

test('admins read the names of all admins, and support does not', async () => {
  const [admin, support] = [await makeAdmin(app, ['ADMIN']), await makeAdmin(app, ['SUPPORT'])];
  const list = async ({ cookie }: { cookie: string }) => {
    const { token } = (await renew(cookie)).content;
    return app.call(listAdminNamesAsAdmin, { as: { token } });
  };
  const { content } = await list(admin);
  for (const { adminId } of [admin, support])
    expect(content).toContainEqual({ adminId, name: 'Adwoa Mensah' });
  expect((await list(support)).status).toBe(403);
});

test('a session ends after 30 minutes without use, after 8 hours, and when its admin signs out', async () => {
  const admin = await makeAdmin(app, ['SUPPORT']);
  const age = (column: 'started_at' | 'used_at', minutes: number) =>
    sql`update identity.admin_sessions set ${sql.ref(column)} = now() - make_interval(mins => ${minutes}::int)
      where admin_id = ${admin.adminId}`.execute(app.engine.owner);
  await age('used_at', 29);
  const { content } = await renew(admin.cookie);
  const find = async () => {
    const as = { token: await serviceToken({ app }, 'project', 'identity') };
    const params = { sessionId: sessionId(content.token) };
    return (await app.call(readAdmin, { as, params })).content.admin;
  };
  expect(await find()).toEqual({ userId: admin.adminId, name: 'Adwoa Mensah', adminRoles: ['SUPPORT'] });
  await age('used_at', 31);
  expect([await find(), codeOf(await renew(admin.cookie))]).toEqual([null, 'NOT_SIGNED_IN']);
  await age('used_at', 0);
  await age('started_at', 8 * 60 - 1);
  expect(codeOf(await renew(admin.cookie))).toBe(200);
  await age('started_at', 8 * 60 + 1);
  expect([await find(), codeOf(await renew(admin.cookie))]).toEqual([null, 'NOT_SIGNED_IN']);

  const cookie = await signIn(app, admin);
  expect(codeOf(await renew(cookie))).toBe(200);
  const ended = await app.call(endAdminSession, { headers: { cookie } });
  expect([ended.status, String(ended.headers['set-cookie'])]).toEqual([
    204,
    expect.stringMatching(
      /^__Secure-admin=; Max-Age=0; Path=\/mui-identity-service\S+; Expires=Thu, 01 Jan 1970/,
    ),
  ]);
  expect(codeOf(await renew(cookie))).toBe('NOT_SIGNED_IN');
});

test('an admin uses the passkey again in a session; only the own passkey and a live session count', async () => {
  const [admin, other] = [await makeAdmin(app, ['FINANCE']), await makeAdmin(app, ['FINANCE'])];
  await sql`update identity.admin_sessions set passkey_used_at = now() - interval '6 minutes'`.execute(
    app.engine.owner,
  );
  const usedAt = (token: string) => decodeJwt<{ auth_time: number }>(token).auth_time * 1000;
  const isRecent = (token: string) => Date.now() - usedAt(token) < 5 * MINUTE_MS;
  const confirm = async (cookie: string, by = admin) =>
    app.call(confirmAdminPasskey, { headers: { cookie }, body: await answerChallenge(app, by) });
  expect(isRecent((await renew(admin.cookie)).content.token)).toBe(false);
  expect(codeOf(await confirm(admin.cookie, other))).toBe('NOT_SIGNED_IN');
  const wrong = { ...other, email: admin.email };
  expect(codeOf(await confirm(admin.cookie, wrong))).toBe('PASSKEY_REFUSED');
  expect(isRecent((await renew(admin.cookie)).content.token)).toBe(false);
  expect(isRecent((await confirm(admin.cookie)).content.token)).toBe(true);
  expect(isRecent((await renew(admin.cookie)).content.token)).toBe(true);
  expect(await listEvents(admin.adminId)).toContain('ADMIN_PASSKEY_CONFIRMED');
  await app.call(endAdminSession, { headers: { cookie: admin.cookie } });
  expect(codeOf(await confirm(admin.cookie))).toBe('NOT_SIGNED_IN');
});

test('the passkey of the demo’s admin is unknown outside the demo', async () => {
  const { credentialId: id, email } = DEMO_ADMIN;
  const { content } = await app.call(startAdminSignIn, { body: { email } });
  const passkey = { ...createPasskey().use(content), id };
  expect(codeOf(await app.call(signAdminIn, { body: { passkey } }))).toBe('PASSKEY_REFUSED');
  const { rows } = await sql`select from identity.admins where email = ${email}`.execute(app.engine.owner);
  expect(rows).toEqual([]);
});

test('only pages of the admin area itself may call, and not those of the public site on the same host', async () => {
  const { cookie } = await makeAdmin(app, ['SUPPORT']);
  for (const headers of [
    { origin: 'http://localhost:3000' },
    { origin: 'http://localhost:3900', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'null' },
  ]) {
    expect(codeOf(await renew(cookie, headers))).toBe('CROSS_SITE');
    const body = { email: 'ama@institute.test' };
    expect(codeOf(await app.call(startAdminSignIn, { body, headers }))).toBe('CROSS_SITE');
  }
  const own = { origin: 'http://localhost:3900', 'sec-fetch-site': 'same-origin' };
  expect(codeOf(await renew(cookie, own))).toBe(200);
});

test('an address cannot try emails without end', async () => {
  const body = { email: 'nobody@institute.test' };
  const statuses: number[] = [];
  for (let count = 0; count <= MOST_SIGN_INS; count += 1)
    statuses.push((await app.call(startAdminSignIn, { body, from: '203.0.113.9' })).status);
  expect(statuses.at(-1)).toBe(429);
});
