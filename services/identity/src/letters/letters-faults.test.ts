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
import { MoodyMailServer } from '../../test/mail-server.ts';

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

let number = 0;
const newAddress = (name = 'person') => `${name}-${(number += 1)}@example.test`;

/** Registers somebody, has the link sent again and asks for a reset; three letters are then to leave. */
async function askForLetters(email: string): Promise<number[]> {
  const person = { firstName: 'Esi', lastName: 'Fault', role: 'PARTICIPANT', agreedToTerms: true };
  const times: number[] = [];
  for (const call of [
    () => app.call(registerPerson, { body: { ...person, email, password: PASSWORD } }),
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
  expect(sorted.at(-1)).toBeLessThan(SILENCE_MS / 2);
}

const jobsIn = async (queue: string, state: string) =>
  Number(
    (
      await sql<{ jobs: number }>`select count(*)::int as jobs from identity_jobs.job
        where name = ${queue} and state::text = ${state}`.execute(app.engine.owner)
    ).rows[0]?.jobs,
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

  test('dropping: a letter that was taken without a word comes again, the same in every way', async () => {
    await server.become('dropping');
    const addresses = [newAddress()];
    await askForMany(addresses);
    await expect.poll(() => lettersTo(addresses).length, WAIT).toBe(3);
    await server.become('up');
    await expect.poll(() => jobsIn('letters', 'completed'), WAIT).toBe(before + 3);
    const letters = Map.groupBy(lettersTo(addresses), ({ messageId }) => messageId);
    expect(letters.size).toBe(3);
    for (const copies of letters.values()) {
      expect(copies).toHaveLength(2);
      expect(copies[1]).toEqual(copies[0]);
    }
    const link = lettersTo(addresses)
      .flatMap(({ links }) => links)
      .find((url) => url.includes('/verify-email/'));
    const verified = await app.call(verifyEmail, { body: { token: link?.split('/').at(-1) } });
    expect(verified.status).toBe(200);
  });

  test('a letter that is refused for good is parked, and the others go their way', async () => {
    await server.become('up');
    const poison = newAddress('nobody');
    const others = [newAddress(), newAddress()];
    await askForMany([poison, ...others]);
    await expect.poll(() => lettersTo(others).length, { timeout: 3000 }).toBe(6);
    await expect.poll(() => jobsIn('letters-parked', 'created'), WAIT).toBe(3);
    expect(lettersTo([poison])).toEqual([]);
    const { rows } = await sql`
      select id from identity_jobs.job as job where job::text like '%@%'`.execute(app.engine.owner);
    expect(rows).toEqual([]);
  });
});
