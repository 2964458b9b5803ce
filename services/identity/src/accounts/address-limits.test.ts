import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  existsByEmail,
  readResetLink,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/accounts.ts';
import { decideCompany, readCompanyVerification } from '@app/contracts/identity/company.ts';
import { changeEmail } from '@app/contracts/identity/email-change.ts';
import { finishGoogleSignIn } from '@app/contracts/identity/google.ts';
import { acceptInvitation, neverInvite } from '@app/contracts/identity/invitations.ts';
import { unsubscribeFromEmails } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn, logOut, refreshSession } from '@app/contracts/identity/sessions.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, emailChangeSecret, emailSecret, registerVerified } from '@app/test/support/people.ts';
import { IS_FULL } from '@app/test/support/sizes.ts';
import { readIdentityConfig } from '../config.ts';
import { signInvitationToken } from '../invitations/accept-invitation.ts';
import { unsubscribePath } from '../notifications/notification-choices.ts';

/** All calls of this file come from one IP address. */
const ALLOWED = 4;
const FLOOD = 40;
const MALFORMED = IS_FULL ? 10_000 : FLOOD;
const app = useApp({
  LOG_INS_PER_ADDRESS_PER_10_MINUTES: ALLOWED,
  LOG_INS_PER_DEVICE_PER_10_MINUTES: ALLOWED,
  REFRESHES_PER_ADDRESS_PER_10_MINUTES: ALLOWED,
  REFRESHES_PER_DEVICE_PER_10_MINUTES: ALLOWED,
  LOG_OUTS_PER_ADDRESS_PER_10_MINUTES: ALLOWED,
  LOG_OUTS_PER_DEVICE_PER_10_MINUTES: ALLOWED,
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: ALLOWED,
  LINKS_TRIED_PER_ADDRESS_PER_HOUR: ALLOWED,
  LINKS_TRIED_PER_DEVICE_PER_HOUR: ALLOWED,
  REFUSED_LINKS_PER_ADDRESS_PER_HOUR: ALLOWED - 1,
});
let user: SignedInUser;
/** Each test has its own account, because some change its password or use up its links. */
beforeEach(async () => {
  user = await registerVerified(app, 'PARTICIPANT');
  await sql`delete from identity.limits`.execute(app.engine.owner);
});

const responseCookies = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']]
    .flat()
    .flatMap((cookie) => (typeof cookie === 'string' ? [cookie.split(';', 1)[0]] : []))
    .join('; ');
const logInWith = (cookie = '') =>
  app.call(logIn, { body: { email: user.email, password: PASSWORD }, headers: cookie ? { cookie } : {} });
const renew = (cookie: string) =>
  app.call(refreshSession, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
const flood = async (request: (at: number) => Promise<{ status: number }>, calls = FLOOD) => {
  const answers = await Promise.all(Array.from({ length: calls }, (_, at) => request(at)));
  return [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
};

test('requests from a page of another site do not count against the IP address of its visitors', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site };
    const email = `${crypto.randomUUID()}@example.test`;
    const query = { code: 'x', state: 'y' };
    expect(await flood(() => app.call(finishGoogleSignIn, { query, headers }))).toEqual([403]);
    expect(await flood(() => app.call(refreshSession, { headers }))).toEqual([403]);
    expect(await flood(() => app.call(existsByEmail, { query: { email }, headers }))).toEqual([403]);
    const body = { email: user.email, password: PASSWORD };
    expect(await flood(() => app.call(logIn, { body, headers }))).toEqual([403]);
  }
  const { rows } = await sql`select 1 from identity.limits`.execute(app.engine.owner);
  expect(rows).toEqual([]);
});

test('calls that the schema refuses do not count against the IP address', async () => {
  const body = { email: 'x', password: '' };
  expect(await flood(() => app.call(logIn, { body }), MALFORMED)).toEqual([400]);
  const query = { email: 'x'.repeat(500) };
  expect(await flood(() => app.call(existsByEmail, { query }), MALFORMED)).toEqual([400]);
  const entries = await Promise.all(Array.from({ length: ALLOWED }, () => logInWith()));
  const passed = entries.filter(({ status }) => status === 200).length;
  console.log(
    `After ${2 * MALFORMED} malformed calls from one address, ${passed} of its ${ALLOWED} log-ins are left`,
  );
  expect(passed).toBe(ALLOWED);
  expect((await app.call(existsByEmail, { query: { email: user.email } })).status).toBe(200);
});

test('once an IP address has reached its limit, known devices still log in, and unknown ones wait', async () => {
  const known = responseCookies(await logInWith());
  const guess = () =>
    app.call(logIn, { body: { email: `${crypto.randomUUID()}@example.test`, password: 'wrong phrase' } });
  await flood(guess);
  expect(await logInWith()).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } });
  for (let time = 0; time < ALLOWED; time += 1) expect((await logInWith(known)).status).toBe(200);
  // The device has its own limit, and is known to its own account only.
  expect((await logInWith(known)).status).toBe(429);
  const other = await registerVerified(app, 'PARTICIPANT');
  const body = { email: other.email, password: PASSWORD };
  expect((await app.call(logIn, { body, headers: { cookie: known } })).status).toBe(429);
});

test('signed-in people stay signed in: renewals count by session, or by IP address without a known one', async () => {
  let cookie = responseCookies(await logInWith());
  expect(await flood((at) => renew(`__Host-refresh=${'x'.repeat(42)}${at % 10}`))).toEqual([401, 429]);
  for (let time = 0; time < ALLOWED; time += 1) {
    const renewed = await renew(cookie);
    expect(renewed.status).toBe(200);
    cookie = responseCookies(renewed);
  }
  expect((await renew(cookie)).status).toBe(429);
  expect((await renew(responseCookies(await logInWith()))).status).toBe(200);
});

test('log-outs without a session count by IP address and leave few rows; signed-in people still log out', async () => {
  const cookie = responseCookies(await logInWith());
  const countStoredReplies = async () =>
    (
      await sql<{ kept: number }>`select count(*)::int as kept from identity.idempotency_keys`.execute(
        app.engine.owner,
      )
    ).rows[0]!.kept;
  const before = await countStoredReplies();
  const logOutWith = (headers: Record<string, string>) =>
    app.call(logOut, {
      headers: { 'x-requested-with': 'x', 'idempotency-key': crypto.randomUUID(), ...headers },
    });
  expect(await flood(() => logOutWith({}))).toEqual([204, 429]);
  expect((await countStoredReplies()) - before).toBe(ALLOWED);
  expect((await logOutWith({ cookie })).status).toBe(204);
  expect((await renew(cookie)).status).toBe(401);
});

test('invalid links count by IP address, and each link that we sent has its own count', async () => {
  const config = readIdentityConfig(app.settings);
  const { userId } = user;
  const stopToken = new URL(unsubscribePath(config, { userId, choice: 'messages' }), 'http://x').searchParams;
  const invitation = { invitationId: crypto.randomUUID(), hash: `hashed:${'a'.repeat(8)}:${'b'.repeat(43)}` };
  const sent = {
    stop: stopToken.get('token') ?? '',
    invitation: signInvitationToken(config, invitation),
    verify: await emailSecret(app, userId, 'VERIFY_EMAIL'),
    company: await emailSecret(app, userId, 'DECIDE_COMPANY'),
    email: await emailChangeSecret(app, user, 'elsewhere@example.test'),
    reset: await emailSecret(app, userId, 'RESET_PASSWORD'),
  };
  const madeUp = 'x'.repeat(43);
  const madeUpInvitation = `${sent.invitation.slice(0, -43)}${madeUp}`;
  const [params, password] = [{ userId, id: userId, choice: 'messages' }, 'adinkra symbols 84'];
  const calls = (links: typeof sent) => [
    () => app.call(verifyEmail, { body: { token: links.verify } }),
    () => app.call(readCompanyVerification, { params, query: { token: links.company } }),
    () => app.call(decideCompany, { params, body: { token: links.company, decision: 'ACCEPT' } }),
    () => app.call(unsubscribeFromEmails, { params, query: { token: links.stop } }),
    () => app.call(neverInvite, { params: { token: links.invitation } }),
    () =>
      app.call(acceptInvitation, {
        as: user,
        params: { token: links.invitation },
        body: { takesOtherAddress: false },
      }),
    () => app.call(changeEmail, { as: user, body: { token: links.email } }),
    () => app.call(readResetLink, { params, query: { token: links.reset } }),
    () => app.call(updatePassword, { params, query: { token: links.reset }, body: { password } }),
  ];
  const guess = () => app.call(verifyEmail, { body: { token: madeUp } });
  expect(await flood(guess)).toEqual([400, 429]);
  const { stop, invitation: _, ...others } = sent;
  const none = {
    ...(Object.fromEntries(Object.keys(others).map((name) => [name, madeUp])) as typeof others),
    stop: madeUp,
    invitation: madeUpInvitation,
  };
  expect(stop).not.toBe(madeUp);
  for (const call of calls(none)) expect((await call()).status).toBe(429);
  for (const call of calls(sent)) expect((await call()).status).not.toBe(429);
  const again = () => app.call(readResetLink, { params, query: { token: sent.reset } });
  expect(await flood(again)).toContain(429);
});

test('a link has its own count only for its person and until it has expired', async () => {
  const other = await registerVerified(app, 'PARTICIPANT');
  const own = {
    company: await emailSecret(app, user.userId, 'DECIDE_COMPANY'),
    email: await emailChangeSecret(app, user, 'elsewhere@example.test'),
    reset: await emailSecret(app, user.userId, 'RESET_PASSWORD'),
  };
  const body = { password: 'adinkra symbols 84' };
  const read = ({ userId: id }: SignedInUser) =>
    app.call(readResetLink, { params: { id }, query: { token: own.reset } });
  const params = { userId: other.userId, id: other.userId };
  const calls = [
    () => read(other),
    () => app.call(updatePassword, { params, query: { token: own.reset }, body }),
    () => app.call(readCompanyVerification, { params, query: { token: own.company } }),
    () => app.call(decideCompany, { params, body: { token: own.company, decision: 'ACCEPT' } }),
    () => app.call(changeEmail, { as: other, body: { token: own.email } }),
  ];
  await flood(() => app.call(verifyEmail, { body: { token: 'x'.repeat(43) } }));
  for (const call of calls) expect((await call()).status).toBe(429);
  expect((await read(user)).status).toBe(200);
  await sql`update identity.email_tokens set expires_at = now() where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  expect((await read(user)).status).toBe(429);
});

test('refused links of one IP address write a limited number of audit rows', async () => {
  const other = await registerVerified(app, 'PARTICIPANT');
  const refused = async () =>
    (
      await sql`select from identity.audit where event = 'LINK_REFUSED' and user_id = ${other.userId}`.execute(
        app.engine.owner,
      )
    ).rows.length;
  const params = { userId: other.userId, id: other.userId };
  const token = 'x'.repeat(43);
  const calls = [
    () => app.call(updatePassword, { params, query: { token }, body: { password: 'adinkra symbols 84' } }),
    () => app.call(decideCompany, { params, body: { token, decision: 'ACCEPT' } }),
    () => app.call(changeEmail, { as: other, body: { token } }),
  ];
  for (const call of calls) expect((await call()).status).toBe(400);
  expect(await refused()).toBe(ALLOWED - 1);
  for (const call of calls) {
    await sql`delete from identity.limits`.execute(app.engine.owner);
    for (let time = 0; time < ALLOWED; time += 1) expect((await call()).status).toBe(400);
  }
  expect(await refused()).toBe((1 + calls.length) * (ALLOWED - 1));
});
