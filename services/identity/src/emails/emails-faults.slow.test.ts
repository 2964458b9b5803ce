// Slow, since a mail server says nothing for a while, and hundreds of letters wait for one that hangs.
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
import { listDeadLetters, retryDeadLetters } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { smtpMail } from '@app/kit/mail.ts';
import { wake } from '../../../../kit/test/start-job.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerResearcher, registerVerified } from '@app/test/support/people.ts';
import { registration } from '#test/accounts.ts';
import { makeProject, makePublished } from '../../../project/test/studies.ts';
import { MoodyMailServer } from '#test/mail-server.ts';
import { EMAILS_AT_ONCE, MOST_COPIES, pauseAfterUnknownOutcome } from './deliver-email.ts';
import { EMAILS } from './queue-email.ts';

/** A server that says nothing is left soon; from any other a letter is not taken back because the machine is busy. */
const [MUTE_MS, SILENCE_MS] = [500, 60_000];
const server = new MoodyMailServer();
let isOpen = Promise.resolve();
/** Errors of the log. */
const said: string[] = [];
let app: TestApp;
beforeAll(async () => {
  await server.open();
  const sendWithin = (ms: number) => smtpMail(server.url, 'Research <no-reply@research.example>', ms);
  const [sendToMute, send] = [sendWithin(MUTE_MS), sendWithin(SILENCE_MS)];
  app = await startTestApp({ EMAIL_TRIES: 2 }, createLog('error', { write: (line) => said.push(line) }), {
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
 * Registers people, has their links sent again and asks for resets; three letters are then to leave for each. No letter
 * can leave before all calls have answered: one that waited for its letter would never answer.
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
/** A letter of the test before has come, and its job may end a moment later. */
async function untilNoneLeaves(): Promise<void> {
  await expect.poll(() => jobsIn('emails', 'active')).toBe(0);
}
/** Letters that have been tried in vain and are not done. */
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
  await sql.raw(wake('identity', 'emails')).execute(owner);
}
/** Of the letters that are not done, each of which is tried again at once. */
const fewestTries = async () => {
  await endBackoff();
  const { rows } = await sql<{ tries: number }>`
    select coalesce(min(retry_count), 0)::int as tries from identity_jobs.job
    where name = 'emails' and state < 'completed'`.execute(app.engine.owner);
  return rows[0]?.tries ?? 0;
};
const refusalsSaid = () => said.filter((line) => line.includes('the mail server refuses our letters')).length;
/** The pauses after doubts of letters, by how many doubts there were of one; those that are over too. */
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
/** Ends the pauses of letters in doubt, of which something is changed; gives how many there were. */
const endPauses = async (change: object = {}, which = sql`true`) =>
  Number(
    (
      await sql`update identity_jobs.job set start_after = now(), data = data || ${JSON.stringify(change)}::jsonb
        where ${hasUnknownOutcome} and ${which}`.execute(app.engine.owner)
    ).numAffectedRows,
  );
const emailsTo = (addresses: readonly string[]) => server.received.filter(({ to }) => addresses.includes(to));
/** Until so many letters have come; none waits for its next try. */
async function expectEmails(addresses: readonly string[], many: number): Promise<void> {
  const come = async () => {
    await endBackoff();
    return emailsTo(addresses).length;
  };
  await expect.poll(come).toBe(many);
}
/** A study that invites by a list, and whose it is. */
async function publishInviteOnly() {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makePublished(app, researcher, { projectId, isInviteOnly: true });
  const invite = (addresses: string[]) =>
    app.call(inviteToStudy, { as: researcher, params: { id }, body: { addresses } });
  return { id, researcher, invite };
}

describe('FLT-4 no call waits for the mail server, and every letter leaves once it is back', () => {
  /** What a test counts is its own: emails and dead letters of the tests before are forgotten. */
  beforeEach(async () => {
    await untilNoneLeaves();
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

  test('slow: a letter whose answer takes its time comes once', async () => {
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

  test('dropping: a letter that was taken without a word comes again later, the same in every way', async () => {
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

  test('dropping for days: the last copy is the last, and the letter is parked until an operator tries it again', async () => {
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
    for (const { id } of await listDeadLetters(engine, 'identity'))
      expect(await retryDeadLetters(engine, { schema: 'identity', queues: [EMAILS], which: { id } })).toBe(1);
    await expect.poll(() => emailsTo([email]).length).toBe(copies + 1);
    expect(await jobsIn('emails-dead-letter', 'created')).toBe(deadLetters);
  });

  test('a letter that only another version knows waits for it', async () => {
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

  test('a letter that is refused for good is parked, and the others go their way', async () => {
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

  test('an invitation that is refused for good is parked for nobody, and has no reminder', async () => {
    server.become('up');
    const { id, invite } = await publishInviteOnly();
    const [gone, there] = [newAddress('nobody'), newAddress()];
    expect((await invite([gone, there])).content.answers).toEqual(['TAKEN', 'TAKEN']);
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

  test('of 200 invitations each hangs: a letter that somebody waits for leaves at once, and they once it answers', async () => {
    server.become('up');
    server.hangsFor = 'listed';
    onTestFinished(() => (server.hangsFor = undefined));
    const { researcher, invite } = await publishInviteOnly();
    const listed = Array.from({ length: ADDRESSES_AT_ONCE }, () => newAddress('listed'));
    await invite(listed);
    // All that leave at once hang.
    await expect.poll(() => emailsTo(listed).length).toBe(EMAILS_AT_ONCE);
    const [done, email] = [await jobsIn('bulk-emails', 'completed'), newAddress()];
    await register(email);
    await expect.poll(() => emailsTo([email]).length).toBe(1);
    expect(emailsTo(listed)).toHaveLength(EMAILS_AT_ONCE);
    expect(await jobsIn('bulk-emails', 'completed')).toBe(done);

    server.hangsFor = undefined;
    server.become('up');
    const completed = () => jobsIn('bulk-emails', 'completed');
    // A busy machine takes its time for two hundred letters.
    await expect.poll(completed, { timeout: 600_000 }).toBe(done + listed.length);
    expect(emailsTo(listed)).toHaveLength(listed.length);

    // A node of the release before has one queue for all.
    await sql`
      insert into identity_jobs.job (name, data) select 'emails', data from identity_jobs.job
      where name = 'bulk-emails' and data->>'userId' = ${researcher.userId} limit 1`.execute(
      app.engine.owner,
    );
    await expect.poll(() => emailsTo(listed).length).toBe(listed.length + 1);
  });

  test('whose mailbox is refused for good sees it in their account, until a letter is taken or they have another', async () => {
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
    // None is left to the tests after this.
    await expectEmails([email], 2);
    await expect.poll(isRefused).toBe(false);
  });

  test.each(['denying', 'refusing'] as const)('%s: whoever refuses everybody parks nothing', async (mode) => {
    server.become(mode);
    const before = refusalsSaid();
    const deadLetters = await jobsIn('emails-dead-letter', 'created');
    const addresses = [newAddress(), newAddress()];
    await askForMany(addresses);
    // Two refusals would park a letter.
    await expect.poll(fewestTries).toBeGreaterThan(1);
    expect([await failedEmails(), await jobsIn('emails-dead-letter', 'created')]).toEqual([6, deadLetters]);
    expect(refusalsSaid()).toBe(before + 1);
    server.become('up');
    await expectEmails(addresses, 6);
    await expect.poll(() => jobsIn('emails', 'completed')).toBe(6);
  });

  test('a mailbox that is refused without a reason is parked once others were taken meanwhile', async () => {
    server.become('up');
    const before = refusalsSaid();
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
    expect(refusalsSaid()).toBe(before);
  });
});

test('FLT-4 the pauses after unknownOutcomes grow to six hours and end after three days and some twenty copies', () => {
  const pauses = Array.from({ length: MOST_COPIES }, (_, index) => pauseAfterUnknownOutcome(index + 1));
  expect(pauses.slice(0, 9)).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600]);
  expect(Math.max(...pauses)).toBe(21_600);
  const days = pauses.reduce((sum, seconds) => sum + seconds, 0) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.2);
});
