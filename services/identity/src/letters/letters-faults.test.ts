import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  registerPerson,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { smtpMail } from '@app/kit/mail.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { PASSWORD } from '../../../../test/people.ts';
import { MoodyMailServer, THINKING_MS } from '../../test/mail-server.ts';
import { MOST_COPIES, pauseAfterDoubt } from './send-letter.ts';

/** A call that waited for a server that says nothing would take as long. */
const SILENCE_MS = 1500;
const WAIT = { timeout: 60_000, interval: 50 };
const server = new MoodyMailServer();
let app: TestApp;
beforeAll(async () => {
  await server.open();
  const sendLetter = smtpMail(server.url, 'Research <no-reply@research.example>', SILENCE_MS);
  app = await startTestApp({ LETTER_TRIES: '2' }, undefined, { sendLetter });
});
afterAll(async () => {
  await app.close();
  await server.become('down');
});

const PERSON = { firstName: 'Esi', lastName: 'Fault', role: 'PARTICIPANT', agreedToTerms: true };
let number = 0;
const newAddress = (name = 'person') => `${name}-${(number += 1)}@example.test`;

/** Registers somebody, has the link sent again and asks for a reset; three letters are then to leave. */
async function askForLetters(email: string): Promise<number[]> {
  const times: number[] = [];
  for (const call of [
    () => app.call(registerPerson, { body: { ...PERSON, email, password: PASSWORD } }),
    () => app.call(resendVerification, { body: { email } }),
    () => app.call(resetPassword, { body: { email } }),
  ]) {
    const began = performance.now();
    const { status } = await call();
    times.push(performance.now() - began);
    expect(status).toBeLessThan(300);
  }
  return times;
}

async function askForMany(addresses: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (const address of addresses) times.push(...(await askForLetters(address)));
  const sorted = times.toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(300);
  expect(sorted.at(-1)).toBeLessThan(SILENCE_MS);
}

const jobsIn = async (queue: string, state: string) =>
  Number(
    (
      await sql<{ jobs: number }>`select count(*)::int as jobs from identity_jobs.job
        where name = ${queue} and state::text = ${state}`.execute(app.engine.owner)
    ).rows[0]?.jobs,
  );
const inDoubt = sql`name = 'letters' and data->>'doubts' is not null and state::text in ('created', 'retry')`;
/** Letters in doubt that wait for their next try. */
const waitingLetters = async () =>
  (
    await sql<{ doubts: number; pause: number }>`
      select (data->>'doubts')::int as doubts,
        round(extract(epoch from start_after - created_on))::int as pause
      from identity_jobs.job where ${inDoubt}`.execute(app.engine.owner)
  ).rows;
const endPauses = () =>
  sql`update identity_jobs.job set start_after = now() where ${inDoubt}`.execute(app.engine.owner);
const changeWaiting = (change: object) =>
  sql`update identity_jobs.job set data = data || ${JSON.stringify(change)}::jsonb where ${inDoubt}`.execute(
    app.engine.owner,
  );
const lettersTo = (addresses: readonly string[]) =>
  server.received.filter(({ to }) => addresses.includes(to));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('FLT-4 no call waits for the mail server, and every letter leaves once it is back', () => {
  let before: number;
  beforeEach(async () => {
    before = await jobsIn('letters', 'completed');
  });

  test.each(['down', 'mute', 'busy'] as const)('%s', async (mode) => {
    await server.become(mode);
    const connections = server.connections;
    const addresses = [newAddress(), newAddress()];
    await askForMany(addresses);
    await pause(SILENCE_MS + 500);
    expect(lettersTo(addresses)).toEqual([]);
    if (mode !== 'down') expect(server.connections).toBeGreaterThan(connections);

    await server.become('up');
    await expect.poll(() => lettersTo(addresses).length, WAIT).toBe(6);
    await expect.poll(() => jobsIn('letters', 'completed'), WAIT).toBe(before + 6);
    expect(new Set(lettersTo(addresses).map(({ messageId }) => messageId)).size).toBe(6);
    expect(await jobsIn('letters-parked', 'created')).toBe(0);
  });

  test('slow: a letter whose answer takes its time comes once', async () => {
    expect(THINKING_MS).toBeGreaterThan(SILENCE_MS);
    await server.become('slow');
    const addresses = [newAddress()];
    await askForMany(addresses);
    await expect.poll(() => jobsIn('letters', 'completed'), WAIT).toBe(before + 3);
    expect(lettersTo(addresses)).toHaveLength(3);
    expect(await waitingLetters()).toEqual([]);
  });

  test('dropping: a letter that was taken without a word comes again later, the same in every way', async () => {
    await server.become('dropping');
    const addresses = [newAddress()];
    await askForMany(addresses);
    await expect.poll(() => lettersTo(addresses).length, WAIT).toBe(6);
    await expect.poll(() => jobsIn('letters', 'completed'), WAIT).toBe(before + 6);
    const letters = Map.groupBy(lettersTo(addresses), ({ messageId }) => messageId);
    expect(letters.size).toBe(3);
    for (const [first, second] of letters.values()) {
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1000 * pauseAfterDoubt(1) - 500);
      expect(second).toEqual({ ...first, at: second?.at });
    }
    const waits = { doubts: 2, pause: pauseAfterDoubt(2) };
    expect(await waitingLetters()).toEqual([waits, waits, waits]);

    await server.become('up');
    await endPauses();
    await expect.poll(() => jobsIn('letters', 'completed'), WAIT).toBe(before + 9);
    expect(lettersTo(addresses)).toHaveLength(9);
    expect(await waitingLetters()).toEqual([]);
    const link = lettersTo(addresses)
      .flatMap(({ links }) => links)
      .find((url) => url.includes('/verify-email/'));
    const verified = await app.call(verifyEmail, { body: { token: link?.split('/').at(-1) } });
    expect(verified.status).toBe(200);
  });

  test('dropping for days: the last copy is the last, and the letter is parked', async () => {
    await server.become('dropping');
    const email = newAddress();
    await app.call(registerPerson, { body: { ...PERSON, email, password: PASSWORD } });
    await expect.poll(waitingLetters, WAIT).toHaveLength(1);
    const parked = await jobsIn('letters-parked', 'created');
    await changeWaiting({ doubts: MOST_COPIES - 1 });
    await endPauses();
    await expect.poll(waitingLetters, WAIT).toMatchObject([{ doubts: MOST_COPIES }]);
    await endPauses();
    await expect.poll(() => jobsIn('letters-parked', 'created'), WAIT).toBe(parked + 1);
    expect(lettersTo([email])).toHaveLength(2);
    await sql`delete from identity_jobs.job where name = 'letters-parked'`.execute(app.engine.owner);
  });

  test('a letter that only another version knows waits for it', async () => {
    await server.become('dropping');
    const email = newAddress();
    await app.call(registerPerson, { body: { ...PERSON, email, password: PASSWORD } });
    await expect.poll(waitingLetters, WAIT).toHaveLength(1);
    await server.become('up');
    await changeWaiting({ kind: 'SOMETHING_NEWER' });
    await endPauses();
    await expect.poll(() => jobsIn('letters', 'retry'), WAIT).toBe(1);
    expect(lettersTo([email])).toHaveLength(1);
    await changeWaiting({ kind: 'VERIFY_EMAIL' });
    await expect.poll(() => lettersTo([email]).length, WAIT).toBe(2);
    await expect.poll(() => jobsIn('letters', 'retry'), WAIT).toBe(0);
  });

  test('a letter that is refused for good is parked, and the others go their way', async () => {
    await server.become('up');
    const poison = newAddress('nobody');
    const others = [newAddress(), newAddress()];
    await askForMany([poison, ...others]);
    await expect.poll(() => lettersTo(others).length, WAIT).toBe(6);
    await expect.poll(() => jobsIn('letters-parked', 'created'), WAIT).toBe(3);
    expect(lettersTo([poison])).toEqual([]);
    const { rows } = await sql`
      select id from identity_jobs.job as job where job::text like '%@%'`.execute(app.engine.owner);
    expect(rows).toEqual([]);
  });
});

test('FLT-4 the pauses after doubts grow to six hours and end after three days and some twenty copies', () => {
  const pauses = Array.from({ length: MOST_COPIES }, (_, index) => pauseAfterDoubt(index + 1));
  expect(pauses.slice(0, 9)).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600]);
  expect(Math.max(...pauses)).toBe(21_600);
  const days = pauses.reduce((sum, seconds) => sum + seconds, 0) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.2);
});
