import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  existsByEmail,
  registerPerson,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@app/contracts/identity/accounts.ts';
import { askEmailChange } from '@app/contracts/identity/email-change.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { startTestApp, useApp } from '@app/test/support/app.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { PASSWORD, emailSecret, registerByCalls, registerVerified } from '@app/test/support/people.ts';
import { registration, resetToken, setPassword, tryLogIn } from '#test/accounts.ts';
import { SERVICE_ROLE } from '../open-db.ts';

const app = useApp({
  EMAIL_CHECKS_PER_DEVICE_PER_10_MINUTES: 5,
  EMAIL_CHECKS_PER_DEVICE_PER_DAY: 20,
  EMAIL_CHECKS_PER_ADDRESS_PER_10_MINUTES: 60,
  EMAIL_CHECKS_PER_ADDRESS_PER_DAY: 200,
  ACCOUNTS_FOUND_PER_ADDRESS_PER_10_MINUTES: 5,
  ACCOUNTS_FOUND_PER_ADDRESS_PER_DAY: 20,
  NOTICES_PER_MAILBOX_PER_HOUR: 1,
  NOTICES_PER_MAILBOX_PER_DAY: 2,
  EMAILS_PER_MAILBOX_PER_HOUR: 3,
  EMAILS_PER_MAILBOX_PER_DAY: 10,
});

/**
 * Checks an email address from a browser with the given cookie. Returns the answer and the browser's cookie
 * after it.
 */
async function checkEmail(email: string, cookie?: string, headers: Record<string, string> = {}) {
  const given = { query: { email }, headers: { ...headers, ...(cookie ? { cookie } : {}) } };
  const answer = await app.call(existsByEmail, given);
  const [set] = [answer.headers['set-cookie']].flat();
  return { ...answer, cookie: typeof set === 'string' ? set.split(';', 1)[0] : cookie };
}
const free = () => `${crypto.randomUUID()}@example.test`;
const deleteLimits = () => sql`delete from identity.limits`.execute(app.engine.owner);
const passTenMinutes = () =>
  sql`update identity.limits set ends_at = now() where ends_at < now() + interval '11 minutes'`.execute(
    app.engine.owner,
  );
beforeEach(deleteLimits);

test('ABU-1 ABU-3 a device gets five checks in ten minutes and twenty a day, whatever IP address it claims', async () => {
  const first = await checkEmail(free());
  expect(String(first.headers['set-cookie'])).toMatch(
    /^__Host-device=[\w-]{22}\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const { cookie } = first;
  for (let round = 1; round < 5; round += 1) expect((await checkEmail(free(), cookie)).status).toBe(200);
  for (let round = 0; round < 10; round += 1) {
    const refused = await checkEmail(free(), cookie, {
      'x-forwarded-for': `198.51.100.${round}`,
      forwarded: `for=198.51.100.${round}`,
    });
    expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
  }
  for (let window = 1; window < 4; window += 1) {
    await passTenMinutes();
    for (let round = 0; round < 5; round += 1) expect((await checkEmail(free(), cookie)).status).toBe(200);
  }
  await passTenMinutes();
  const refused = await checkEmail(free(), cookie);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20 * 60 * 60);
});

test('ABU-1 many devices behind one IP address have their own checks, and an excessive one blocks only itself', async () => {
  const greedy = await checkEmail(free());
  for (let round = 0; round < 9; round += 1) await checkEmail(free(), greedy.cookie);
  expect((await checkEmail(free(), greedy.cookie)).status).toBe(429);
  // This simulates a carrier's shared IP address on the day of a radio talk, in every ten minutes.
  for (let device = 0; device < 120; device += 1) {
    if (device % 20 === 0) await passTenMinutes();
    const typo = await checkEmail(free());
    expect([typo.status, (await checkEmail(free(), typo.cookie)).status]).toEqual([200, 200]);
    if (device % 2 === 0) await registerByCalls(app, 'newcomer');
  }
});

test('ABU-1 dropping, forging or collecting cookies finds no more accounts than one browser could', async () => {
  const members = await Promise.all(
    Array.from({ length: 6 }, async () => (await registerByCalls(app, 'newcomer')).email),
  );
  await deleteLimits();
  const [forged] = (await checkEmail(free())).cookie?.split('.') ?? [];
  const counterfeit = `${forged}.${'x'.repeat(43)}`;
  expect((await checkEmail(free(), counterfeit)).cookie).not.toBe(counterfeit);
  const collected: (string | undefined)[] = [];
  for (let one = 0; one < 10; one += 1) collected.push((await checkEmail(free())).cookie);
  const ways = [() => undefined, () => counterfeit, () => collected.pop()];
  let found = 0;
  for (let window = 0; window < 6; window += 1) {
    await passTenMinutes();
    const before = found;
    for (let round = 0; round < 12; round += 1) {
      const answer = await checkEmail(members[round % 6]!, ways[round % 3]!());
      if (answer.status === 200) found += Number(answer.content);
    }
    expect(found - before).toBeLessThanOrEqual(5);
    // Addresses without an account are refused too, so the refusal reveals nothing.
    if (found - before === 5 || found === 20) expect((await checkEmail(free())).status).toBe(429);
  }
  expect(found).toBe(20);
});

test('ABU-1 an IP address that only checks is refused at last; each email verified from it earns five checks', async () => {
  const all = async () => {
    let checks = 0;
    while ((await checkEmail(free())).status === 200) checks += 1;
    return checks;
  };
  expect(await all()).toBe(60);
  let total = 60;
  for (let window = 1; window < 5; window += 1) {
    await passTenMinutes();
    total += await all();
  }
  expect(total).toBe(200);
  // Refused checks count too.
  await deleteLimits();
  for (let one = 0; one < 60; one += 1) await checkEmail(free());
  await registerByCalls(app, 'newcomer');
  expect(await all()).toBe(5);
});

test('ABU-1 one mailbox earns checks for its IP address once a day, in any verified spelling', async () => {
  for (const spelling of ['payer', 'payer+1', 'payer+2', 'p.a.yer'])
    await registerVerified(app, 'PARTICIPANT', { email: `${spelling}@gmail.com` });
  for (let one = 0; one < 60; one += 1) await checkEmail(free());
  await registerVerified(app, 'PARTICIPANT', { email: 'payer+3@gmail.com' });
  expect((await checkEmail(free())).status).toBe(429);
  await registerVerified(app, 'PARTICIPANT', { email: 'other.payer@gmail.com' });
  expect((await checkEmail(free())).status).toBe(200);
});

test('ABU-1 strict answers false to everyone', async () => {
  const strict = await startTestApp({ EMAIL_CHECKS: 'strict' });
  const user = await registerVerified(strict, 'PARTICIPANT');
  const known = await strict.call(existsByEmail, { query: { email: user.email } });
  const unknown = await strict.call(existsByEmail, { query: { email: 'nobody@example.test' } });
  expect([known.status, known.json]).toEqual([200, { content: false }]);
  expect(unknown.json).toEqual(known.json);
  await strict.close();
});

const emails = async (email: string, subject: string) => {
  await waitForJobs(app);
  return (await app.mailbox.read(email)).filter((message) => message.subject.startsWith(subject)).length;
};
const RESET = 'Set a new password';

test('ABU-4 a mailbox gets three emails an hour, however many are requested; following a link resets the count', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const requestReset = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      expect((await app.call(resetPassword, { body: { email: user.email } })).status).toBe(200);
    }
  };
  await requestReset(50);
  expect(await emails(user.email, RESET)).toBe(3);
  const token = await resetToken(app, user.email);
  await setPassword(app, user, token, 'a better phrase');
  await requestReset(1);
  expect(await emails(user.email, RESET)).toBe(4);
});

test('ABU-4 spellings of one mailbox share one email limit, and stay separate accounts', async () => {
  const spellings = [
    'kofi.box@gmail.com',
    'kofibox+1@gmail.com',
    'k.ofibox+2@googlemail.com',
    'KofiBox+3@gmail.com',
  ];
  for (const email of spellings) {
    expect((await app.call(registerPerson, { body: registration(email) })).status).toBe(201);
    for (const call of [resendVerification, resetPassword]) await app.call(call, { body: { email } });
  }
  const other = await registerVerified(app, 'PARTICIPANT');
  await app.call(askEmailChange, { as: other, body: { email: 'kofibox+4@gmail.com', password: PASSWORD } });
  const sent = async () => {
    const each = [...spellings.map((email) => email.toLowerCase()), 'kofibox+4@gmail.com'];
    return (await Promise.all(each.map((email) => emails(email, '')))).reduce((sum, count) => sum + count, 0);
  };
  expect(await sent()).toBe(3);
  // Following a link proves the mailbox, so the count of all its spellings starts again.
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from identity.people where replace(email, '.', '') like 'kofibox%'
    order by email <> 'kofibox+1@gmail.com'`.execute(app.engine.owner);
  expect(rows).toHaveLength(4);
  const token = await emailSecret(app, rows[0]!.userId, 'VERIFY_EMAIL');
  expect((await app.call(verifyEmail, { body: { token, password: PASSWORD } })).status).toBe(200);
  await app.call(resendVerification, { body: { email: 'kofi.box@gmail.com' } });
  expect(await sent()).toBe(4);
});

test('ABU-4 requests that send nothing, and notices, do not use up the emails that let an owner log in', async () => {
  const { email } = await registerVerified(app, 'RESEARCHER');
  // The address is already verified, so nothing is sent.
  for (let round = 0; round < 5; round += 1) await app.call(resendVerification, { body: { email } });
  for (let round = 0; round < 5; round += 1) await app.call(registerPerson, { body: registration(email) });
  expect(await emails(email, 'You already have')).toBe(1);
  await app.call(resetPassword, { body: { email } });
  expect(await emails(email, RESET)).toBe(1);
});

const passHour = () =>
  sql`update identity.limits set ends_at = now() where ends_at < now() + interval '61 minutes'`.execute(
    app.engine.owner,
  );

test('ABU-4 notices in every hour do not use up the day’s emails that let an owner log in', async () => {
  const { email } = await registerVerified(app, 'RESEARCHER');
  for (let hour = 0; hour < 12; hour += 1) {
    await app.call(registerPerson, { body: registration(email) });
    await passHour();
  }
  expect(await emails(email, 'You already have')).toBe(2);
  for (let round = 0; round < 10; round += 1) {
    await app.call(resetPassword, { body: { email } });
    await passHour();
  }
  expect(await emails(email, RESET)).toBe(8);
});

test('ABU-4 strangers cannot use up the reset emails of a known device, which has an equal limit', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const { email } = user;
  const logInOnDevice = async () => {
    const { headers } = await tryLogIn(app, email);
    const known = [headers['set-cookie']].flat().find((one) => String(one).startsWith('__Host-known='));
    return String(known).split(';', 1)[0] ?? '';
  };
  const devices = [await logInOnDevice(), await logInOnDevice()];
  const requestOnce = (cookie?: string) =>
    app.call(resetPassword, { body: { email }, ...(cookie && { headers: { cookie } }) });
  const requestAll = async (...cookies: (string | undefined)[]) => {
    for (let hour = 0; hour < 5; hour += 1) {
      for (let round = 0; round < 5; round += 1) await requestOnce(cookies[round % cookies.length]);
      await passHour();
    }
    return emails(email, RESET);
  };
  expect(await requestAll(undefined, `__Host-known=${'x'.repeat(22)}.${'x'.repeat(43)}`)).toBe(10);
  expect(await requestAll(...devices)).toBe(20);
  await setPassword(app, user, await resetToken(app, email), 'a better phrase');
  await requestOnce(devices[0]);
  expect(await emails(email, RESET)).toBe(21);
});

test('ABU-4 resets for an address without an account answer as usual, send nothing, and keep its registration', async () => {
  const email = 'nobody.yet@example.test';
  for (let round = 0; round < 6; round += 1) {
    expect((await app.call(resetPassword, { body: { email } })).status).toBe(200);
  }
  expect(await emails(email, '')).toBe(0);
  await app.call(registerPerson, { body: registration(email) });
  expect(await emails(email, 'Verify your email')).toBe(1);
});

test('ABU-3 a refunded use makes room again after any number of refusals; the first refusal is marked', async () => {
  const limit = 'NOT_FOUND_PER_PERSON_PER_HOUR';
  const db = app.engine.connect<unknown>(SERVICE_ROLE);
  const limiter = createLimiter(db, 'identity', { [limit]: 2 });
  const verdicts = [];
  for (let time = 0; time < 5; time += 1) verdicts.push(await limiter.count(db, limit, 'somebody'));
  expect(verdicts.map(({ isWithin }) => isWithin)).toEqual([true, true, false, false, false]);
  expect(verdicts.map(({ isFirstBeyond }) => isFirstBeyond)).toEqual([false, false, true, false, false]);
  await limiter.release(limit, 'somebody');
  await limiter.take(limit, 'somebody');
  await expect(limiter.take(limit, 'somebody')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
