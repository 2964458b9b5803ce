// Slow, since a mail server is silent for a while, and hundreds of emails wait for one that hangs.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  registerPerson,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@app/contracts/identity/accounts.ts';
import { ADDRESSES_AT_ONCE, inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { listDeadLetters, retryDeadLetters } from '@app/kit/dead-letters.ts';
import { createLog } from '@app/kit/log.ts';
import { smtpMail } from '@app/kit/mail.ts';
import { wakeWorkerSql } from '../../../../kit/test/start-job.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerResearcher, registerVerified } from '@app/test/support/people.ts';
import { registration } from '#test/accounts.ts';
import { makeProject, makePublished } from '../../../project/test/studies.ts';
import { FaultyMailServer } from '#test/mail-server.ts';
import { EMAILS_AT_ONCE, MOST_COPIES, pauseAfterUnknownOutcome } from './deliver-email.ts';
import { EMAILS } from './queue-email.ts';

/** A silent server times out soon. From any other server, a busy machine must not make an email time out. */
const [MUTE_MS, SILENCE_MS] = [500, 60_000];
const server = new FaultyMailServer();
let isOpen = Promise.resolve();
/** Log lines at level error. */
const logLines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  await server.open();
  const sendWithin = (ms: number) => smtpMail(server.url, 'Research <no-reply@research.example>', ms);
  const [sendToMute, send] = [sendWithin(MUTE_MS), sendWithin(SILENCE_MS)];
  app = await startTestApp({ EMAIL_TRIES: 2 }, createLog('error', { write: (line) => logLines.push(line) }), {
    async sendMail(message) {
      await isOpen;
      await (server.mode === 'mute' ? sendToMute : send)(message);
    },
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

let number = 0;
const newAddress = (name = 'person') => `${name}-${(number += 1)}@example.test`;
const register = (email: string) => app.call(registerPerson, { body: registration(email) });

/**
 * Registers people, resends their links and requests resets, so that three emails are queued for each. No
 * email can leave before all calls have returned: a call that waited for its email would never return.
 */
async function askForMany(addresses: readonly string[]): Promise<void> {
  const gate = Promise.withResolvers<void>();
  isOpen = gate.promise;
  onTestFinished(() => gate.resolve());
  for (const email of addresses) {
    for (const call of [
      () => register(email),
      () => app.call(resendVerification, { body: { email } }),
      () => app.call(resetPassword, { body: { email } }),
    ])
      expect((await call()).status).toBeLessThan(300);
  }
  expect(emailsTo(addresses)).toEqual([]);
  gate.resolve();
}

const jobsIn = async (queue: string, state: string) =>
  Number(
    (
      await sql<{ jobs: number }>`select count(*)::int as jobs from identity_jobs.job
        where name = ${queue} and state::text = ${state}`.execute(app.engine.owner)
    ).rows[0]?.jobs,
  );
/** An email of the previous test has arrived, but its job may end a moment later. */
async function waitUntilNoneIsActive(): Promise<void> {
  await expect.poll(() => jobsIn('emails', 'active')).toBe(0);
}
/** Counts unfinished email jobs that have failed at least once. */
const failedEmails = async () =>
  (
    await sql`select 1 from identity_jobs.job where name in ('emails', 'bulk-emails') and state < 'completed'
      and (state = 'retry' or retry_count > 0)`.execute(app.engine.owner)
  ).rows.length;
async function endBackoff(): Promise<void> {
  const { owner } = app.engine;
  await sql`update identity_jobs.job set start_after = now() where name = 'emails' and state = 'retry'`.execute(
    owner,
  );
  await sql.raw(wakeWorkerSql('identity', 'emails')).execute(owner);
}
/** Retries all unfinished emails at once, and returns the fewest tries that any of them has had. */
const fewestTries = async () => {
  await endBackoff();
  const { rows } = await sql<{ tries: number }>`
    select coalesce(min(retry_count), 0)::int as tries from identity_jobs.job
    where name = 'emails' and state < 'completed'`.execute(app.engine.owner);
  return rows[0]?.tries ?? 0;
};
const countLoggedRefusals = () =>
  logLines.filter((line) => line.includes('the mail server refuses our emails')).length;
/** The pauses after this number of unknown outcomes of one email, including pauses that have ended. */
const pausesAfter = async (unknownOutcomes: number) =>
  (
    await sql<{ pause: number }>`
      select round(extract(epoch from start_after - created_on))::int as pause from identity_jobs.job
      where name = 'emails' and data->>'unknownOutcomes' = ${String(unknownOutcomes)}`.execute(
      app.engine.owner,
    )
  ).rows.map(({ pause }) => pause);
const hasUnknownOutcome = sql`name = 'emails' and data->>'unknownOutcomes' is not null and state in ('created', 'retry')`;
const waitingEmails = async () =>
  (await sql`select 1 from identity_jobs.job where ${hasUnknownOutcome}`.execute(app.engine.owner)).rows
    .length;
/** Ends the pauses of emails with an unknown outcome, changes their data, and returns how many there were. */
const endPauses = async (change: object = {}, which = sql`true`) =>
  Number(
    (
      await sql`update identity_jobs.job set start_after = now(), data = data || ${JSON.stringify(change)}::jsonb
        where ${hasUnknownOutcome} and ${which}`.execute(app.engine.owner)
    ).numAffectedRows,
  );
const emailsTo = (addresses: readonly string[]) => server.received.filter(({ to }) => addresses.includes(to));
/** Waits until this many emails have arrived; none waits for its next retry. */
async function expectEmails(addresses: readonly string[], many: number): Promise<void> {
  const countArrived = async () => {
    await endBackoff();
    return emailsTo(addresses).length;
  };
  await expect.poll(countArrived).toBe(many);
}
/** Creates an invite-only study, and returns it with its researcher. */
async function publishInviteOnly() {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makePublished(app, researcher, { projectId, isInviteOnly: true });
  const invite = (addresses: string[]) =>
    app.call(inviteToStudy, { as: researcher, params: { id }, body: { addresses } });
  return { id, researcher, invite };
}

describe('FLT-4 no call waits for the mail server, and every email leaves once it is back', () => {
  /** A test counts its own emails and dead letters only, so earlier ones are deleted. */
  beforeEach(async () => {
    await waitUntilNoneIsActive();
    await sql`
      delete from identity_jobs.job
      where name in ('emails', 'bulk-emails', 'emails-dead-letter', 'bulk-emails-dead-letter')`.execute(
      app.engine.owner,
    );
  });

  test.each(['down', 'mute', 'busy'] as const)('%s', async (mode) => {
    server.become(mode);
    const connections = server.connections;
    const addresses = [newAddress(), newAddress()];
    await askForMany(addresses);
    await expect.poll(failedEmails).toBe(6);
    expect(emailsTo(addresses)).toEqual([]);
    expect(server.connections).toBeGreaterThanOrEqual(connections + 6);

    server.become('up');
    await expectEmails(addresses, 6);
    await expect.poll(() => jobsIn('emails', 'completed')).toBe(6);
    expect(new Set(emailsTo(addresses).map(({ messageId }) => messageId)).size).toBe(6);
    expect(await jobsIn('emails-dead-letter', 'created')).toBe(0);
  });

  test('slow: an email with a slow answer arrives once', async () => {
    server.become('slow');
    const addresses = [newAddress()];
    await askForMany(addresses);
    await expect.poll(() => emailsTo(addresses).length).toBe(3);
    expect(await jobsIn('emails', 'completed')).toBe(0);
    server.become('up');
    await expect.poll(() => jobsIn('emails', 'completed')).toBe(3);
    expect(emailsTo(addresses)).toHaveLength(3);
    expect(await waitingEmails()).toBe(0);
  });

  test('dropping: an email that was accepted without an answer is sent again later, identical in every part', async () => {
    server.become('dropping');
    const addresses = [newAddress()];
    await askForMany(addresses);
    for (const unknownOutcomes of [1, 2]) {
      const pause = pauseAfterUnknownOutcome(unknownOutcomes);
      await expect.poll(() => pausesAfter(unknownOutcomes)).toEqual([pause, pause, pause]);
      await endPauses({}, sql`data->>'unknownOutcomes' = ${String(unknownOutcomes)}`);
    }
    await expect.poll(() => pausesAfter(3)).toHaveLength(3);

    server.become('up');
    await endPauses();
    await expect.poll(() => jobsIn('emails', 'completed')).toBe(12);
    expect(await waitingEmails()).toBe(0);
    const emails = Map.groupBy(emailsTo(addresses), ({ messageId }) => messageId);
    expect([...emails.values()].map(({ length }) => length)).toEqual([4, 4, 4]);
    for (const [first, ...copies] of emails.values()) {
      for (const copy of copies) expect(copy).toEqual(first);
    }
    const link = emailsTo(addresses)
      .flatMap(({ links }) => links)
      .find((url) => url.includes('/verify-email/'));
    const body = { token: link?.split('/').at(-1), password: PASSWORD };
    const verified = await app.call(verifyEmail, { body });
    expect(verified.status).toBe(200);
  });

  test('dropping for days: after the last copy the email is a dead letter until an operator retries it', async () => {
    server.become('dropping');
    const email = newAddress();
    await register(email);
    const deadLetters = await jobsIn('emails-dead-letter', 'created');
    await expect.poll(() => endPauses({ unknownOutcomes: MOST_COPIES - 1 })).toBe(1);
    await expect.poll(() => pausesAfter(MOST_COPIES)).toHaveLength(1);
    const copies = emailsTo([email]).length;
    await endPauses();
    await expect.poll(() => jobsIn('emails-dead-letter', 'created')).toBe(deadLetters + 1);
    expect(emailsTo([email])).toHaveLength(copies);
    server.become('up');
    const { engine } = app;
    for (const { id } of await listDeadLetters(engine.owner, 'identity'))
      expect(await retryDeadLetters(engine, { schema: 'identity', queues: [EMAILS], which: { id } })).toBe(1);
    await expect.poll(() => emailsTo([email]).length).toBe(copies + 1);
    expect(await jobsIn('emails-dead-letter', 'created')).toBe(deadLetters);
  });

  test('an email that only another version knows waits for it', async () => {
    server.become('dropping');
    const email = newAddress();
    await register(email);
    await expect.poll(() => endPauses({ kind: 'SOMETHING_NEWER' })).toBe(1);
    const copies = emailsTo([email]).length;
    server.become('up');
    await expect.poll(failedEmails).toBe(1);
    expect(emailsTo([email])).toHaveLength(copies);
    await expect.poll(() => endPauses({ kind: 'VERIFY_EMAIL' })).toBe(1);
    await expectEmails([email], copies + 1);
    await expect.poll(failedEmails).toBe(0);
  });

  test('a permanently refused email becomes a dead letter, and the others leave', async () => {
    server.become('up');
    const poison = newAddress('nobody');
    const others = [newAddress(), newAddress()];
    await askForMany([poison, ...others]);
    await expect.poll(() => emailsTo(others).length).toBe(6);
    const deadLetters = async () => {
      await endBackoff();
      return jobsIn('emails-dead-letter', 'created');
    };
    await expect.poll(deadLetters).toBe(3);
    await expect.poll(() => jobsIn('emails', 'completed')).toBe(6);
    expect(emailsTo([poison])).toEqual([]);
    const { rows } = await sql`
      select id from identity_jobs.job as job where job::text like '%@%'`.execute(app.engine.owner);
    expect(rows).toEqual([]);
  });

  test('a permanently refused invitation becomes no dead letter, and gets no reminder', async () => {
    server.become('up');
    const { id, invite } = await publishInviteOnly();
    const [refused, there] = [newAddress('nobody'), newAddress()];
    expect((await invite([refused, there])).content.answers).toEqual(['TAKEN', 'TAKEN']);
    const open = async () =>
      (
        await sql`select from identity.invitations where study_id = ${id} and invited_address is not null`.execute(
          app.engine.owner,
        )
      ).rows.length;
    await expect.poll(() => emailsTo([there]).length).toBe(1);
    await expect.poll(async () => [await open(), await failedEmails()]).toEqual([1, 0]);
    expect(await jobsIn('bulk-emails-dead-letter', 'created')).toBe(0);
  });

  test('while 200 invitations hang, an email that a person waits for leaves at once, and they leave afterwards', async () => {
    server.become('up');
    server.hangsFor = 'listed';
    onTestFinished(() => (server.hangsFor = undefined));
    const { researcher, invite } = await publishInviteOnly();
    const listed = Array.from({ length: ADDRESSES_AT_ONCE }, () => newAddress('listed'));
    await invite(listed);
    // Every email that is sent concurrently hangs.
    await expect.poll(() => emailsTo(listed).length).toBe(EMAILS_AT_ONCE);
    const [done, email] = [await jobsIn('bulk-emails', 'completed'), newAddress()];
    await register(email);
    await expect.poll(() => emailsTo([email]).length).toBe(1);
    expect(emailsTo(listed)).toHaveLength(EMAILS_AT_ONCE);
    expect(await jobsIn('bulk-emails', 'completed')).toBe(done);

    server.hangsFor = undefined;
    server.become('up');
    const completed = () => jobsIn('bulk-emails', 'completed');
    // A busy machine needs a while for two hundred emails.
    await expect.poll(completed, { timeout: 600_000 }).toBe(done + listed.length);
    expect(emailsTo(listed)).toHaveLength(listed.length);

    // Nodes of the previous release use one queue for all emails.
    await sql`
      insert into identity_jobs.job (name, data) select 'emails', data from identity_jobs.job
      where name = 'bulk-emails' and data->>'userId' = ${researcher.userId} limit 1`.execute(
      app.engine.owner,
    );
    await expect.poll(() => emailsTo(listed).length).toBe(listed.length + 1);
  });

  test('a person whose mailbox refuses permanently sees a notice until an email is accepted or the address changes', async () => {
    server.become('up');
    const person = await registerVerified(app, 'PARTICIPANT');
    const { owner } = app.engine;
    const isRefused = async () => (await app.call(readOwnAccount, { as: person })).content.isEmailRefused;
    const have = (email: string) =>
      sql`update identity.people set email = ${email} where user_id = ${person.userId}`.execute(owner);
    expect(await isRefused()).toBe(false);
    const email = newAddress('nobody');
    await have(email);
    await app.call(resetPassword, { body: { email } });
    await expect.poll(isRefused).toBe(true);
    await have(person.email);
    expect(await isRefused()).toBe(false);
    await have(email);
    server.there.add(email);
    await app.call(resetPassword, { body: { email } });
    // Nothing is left for later tests.
    await expectEmails([email], 2);
    await expect.poll(isRefused).toBe(false);
  });

  test.each(['denying', 'refusing'] as const)(
    '%s: a server that refuses every mailbox causes no dead letters',
    async (mode) => {
      server.become(mode);
      const before = countLoggedRefusals();
      const deadLetters = await jobsIn('emails-dead-letter', 'created');
      const addresses = [newAddress(), newAddress()];
      await askForMany(addresses);
      // Two refusals would make an email a dead letter.
      await expect.poll(fewestTries).toBeGreaterThan(1);
      expect([await failedEmails(), await jobsIn('emails-dead-letter', 'created')]).toEqual([6, deadLetters]);
      expect(countLoggedRefusals()).toBe(before + 1);
      server.become('up');
      await expectEmails(addresses, 6);
      await expect.poll(() => jobsIn('emails', 'completed')).toBe(6);
    },
  );

  test('a mailbox refused without a reason becomes a dead letter once other emails were accepted meanwhile', async () => {
    server.become('up');
    const before = countLoggedRefusals();
    const deadLetters = await jobsIn('emails-dead-letter', 'created');
    await register(newAddress('unnamed'));
    await expect.poll(fewestTries).toBeGreaterThan(1);
    expect(await jobsIn('emails-dead-letter', 'created')).toBe(deadLetters);
    const others = async () => {
      const email = newAddress();
      await register(email);
      await expect.poll(() => emailsTo([email]).length).toBe(1);
      await endBackoff();
      return jobsIn('emails-dead-letter', 'created');
    };
    await expect.poll(others).toBe(deadLetters + 1);
    expect(countLoggedRefusals()).toBe(before);
  });
});

test('FLT-4 the pauses after unknown outcomes grow to six hours and end after three days and some twenty copies', () => {
  const pauses = Array.from({ length: MOST_COPIES }, (_, index) => pauseAfterUnknownOutcome(index + 1));
  expect(pauses.slice(0, 9)).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600]);
  expect(Math.max(...pauses)).toBe(21_600);
  const days = pauses.reduce((sum, seconds) => sum + seconds, 0) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.2);
});
