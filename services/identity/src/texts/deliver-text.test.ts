// @module-tag both-engines
import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { createLimiter } from '@app/kit/limits.ts';
import { createLog } from '@app/kit/log.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { type FakeGateway, createFakeGateway, textDeps } from '@app/test/support/text-deps.ts';
import { findProvenPhone, markDeadNumbers } from '../phones/verified-number.ts';
import { queueCode, PHONE_CODE } from '../phones/phone-codes.ts';
import { deliverText, watchTexts } from './deliver-text.ts';
import type { TextSendOutcome } from '../text-gateway.ts';
import { claimText, recordReport } from './queries.ts';
import { type TextJob, type TextKind, queueText } from './queue-text.ts';

const TO = '+233240000009';

const app = useApp({}, undefined, { withWorkers: false });
let gateway: FakeGateway;
let deps: ReturnType<typeof textDeps>;
/** Whether the notification is obsolete. */
let hasEnded = false;
const notification: TextKind = {
  name: 'NOTIFICATION',
  write: async () => (hasEnded ? undefined : { to: TO, text: 'Your time is 09:00.' }),
};
const code: TextKind = { ...notification, name: 'CODE', isUrgent: true };
beforeEach(() => {
  gateway = createFakeGateway();
  deps = textDeps(app, gateway);
  hasEnded = false;
});

async function queue(kind: TextKind = notification): Promise<TextJob> {
  await transaction(deps.db, (trx) => queueText(deps, trx, kind, { userId: null }));
  return deps.sentJobs.at(-1)?.data as TextJob;
}
const deliver = (job: TextJob) => deliverText(deps, [notification, code], job);
async function readTextState({ id }: TextJob) {
  const { rows } = await sql<{ state: string; reason: string | null; gatewayId: string | null }>`
    select state, reason, gateway_id as "gatewayId" from identity.texts where text_id = ${id}`.execute(
    app.engine.owner,
  );
  return rows[0];
}

test.each<[TextSendOutcome, object]>([
  [
    { kind: 'accepted', gatewayId: 'g-1' },
    { state: 'ACCEPTED', reason: null, gatewayId: 'g-1' },
  ],
  [
    { kind: 'refused', reason: 'NUMBER' },
    { state: 'FAILED', reason: 'NUMBER' },
  ],
  [{ kind: 'unknown' }, { state: 'UNKNOWN', reason: 'UNANSWERED' }],
])('the state of a text is the gateway’s answer: %j', async (outcome, state) => {
  gateway.says = outcome;
  const job = await queue();
  await deliver(job);
  expect(await readTextState(job)).toMatchObject(state);
  await deliver(job);
  expect(gateway.sent).toEqual([expect.objectContaining({ to: TO, text: 'Your time is 09:00.' })]);
});

test('a text that was not sent waits for the next try', async () => {
  const job = await queue();
  for (const outcome of [{ kind: 'not-sent' }, { kind: 'account', fault: 'CREDIT' }] as const) {
    gateway.says = outcome;
    await expect(deliver(job)).rejects.toThrow();
    expect(await readTextState(job)).toMatchObject({ state: 'WAITING', reason: null });
  }
  gateway.says = { kind: 'accepted', gatewayId: undefined };
  await deliver(job);
  expect(await readTextState(job)).toMatchObject({ state: 'ACCEPTED' });
});

test('a text kind that only a node of another version knows waits for that node', async () => {
  const job = await queue();
  const tried = deliverText({ ...deps, gateway: undefined }, [code], job);
  await expect(tried).rejects.toThrow('NOTIFICATION');
  expect(await readTextState(job)).toMatchObject({ state: 'WAITING' });
});

test('a text that a dead process had claimed is never sent again', async () => {
  const job = await queue();
  expect(await claimText(deps.db, { id: job.id, gateway: 'FAKE', numberHash: 'x' })).toBe(true);
  await deliver(job);
  await deliver(job);
  expect([gateway.sent, await readTextState(job)]).toEqual([
    [],
    expect.objectContaining({ state: 'UNKNOWN' }),
  ]);
});

test('a try that was considered dead records its outcome, and no other sends the text again', async () => {
  const answer = Promise.withResolvers<TextSendOutcome>();
  gateway.says = () => answer.promise;
  const job = await queue();
  const first = deliver(job);
  await expect.poll(() => gateway.sent.length).toBe(1);
  await deliver(job);
  expect(await readTextState(job)).toMatchObject({ state: 'UNKNOWN' });
  answer.resolve({ kind: 'accepted', gatewayId: 'g-2' });
  await first;
  expect(await readTextState(job)).toMatchObject({ state: 'ACCEPTED', gatewayId: 'g-2' });
  expect(gateway.sent).toHaveLength(1);
});

test('a report that precedes the answer counts once the answer arrives; reports of other applications are discarded', async () => {
  const answer = Promise.withResolvers<TextSendOutcome>();
  gateway.says = () => answer.promise;
  const job = await queue();
  const delivery = deliver(job);
  await expect.poll(() => gateway.sent.length).toBe(1);
  const report = { gateway: gateway.name, textId: undefined };
  await recordReport(deps.db, { ...report, gatewayId: 'g-early', state: 'DELIVERED' });
  // A report never moves a text back.
  await recordReport(deps.db, { ...report, gatewayId: 'g-early', state: 'FAILED' });
  await recordReport(deps.db, { ...report, gatewayId: 'g-of-another', state: 'FAILED' });
  expect(await readTextState(job)).toMatchObject({ state: 'LEAVING' });
  answer.resolve({ kind: 'accepted', gatewayId: 'g-early' });
  await delivery;
  expect(await readTextState(job)).toMatchObject({ state: 'DELIVERED', gatewayId: 'g-early' });
  await recordReport(deps.db, { ...report, gatewayId: 'g-early', state: 'FAILED' });
  const early = async () =>
    (await sql`select gateway_id as id from identity.early_text_reports`.execute(app.engine.owner)).rows;
  expect(await early()).toEqual([{ id: 'g-of-another' }]);
  await sql`update identity.early_text_reports set reported_at = now() - interval '2 hours'`.execute(
    app.engine.owner,
  );
  await watchTexts(deps);
  expect(await early()).toEqual([]);
});

test('of many concurrent tries, one sends', async () => {
  const job = await queue();
  await Promise.all(Array.from({ length: 8 }, () => deliver(job)));
  expect(gateway.sent).toHaveLength(1);
  expect(await readTextState(job)).toMatchObject({ state: 'ACCEPTED' });
});

test('an obsolete text is dropped when it is due', async () => {
  hasEnded = true;
  const job = await queue();
  await deliver(job);
  expect([gateway.sent, await readTextState(job)]).toEqual([
    [],
    expect.objectContaining({ state: 'DROPPED' }),
  ]);
});

test('a code that is older than ten minutes is not sent, however often it was tried', async () => {
  const { userId: ofUserId } = await registerParticipant(app);
  const request = {
    number: TO,
    purpose: 'LOG_IN',
    asker: 'STRANGER',
    isReserved: false,
    userId: null,
    ofUserId,
    flowHash: Buffer.from('x'),
  } as const;
  await transaction(deps.db, (trx) => queueCode(deps, trx, request));
  const job = deps.sentJobs.at(-1)?.data as TextJob;
  const deliverAfter = (minutes: number) =>
    deliverText(deps, [PHONE_CODE], {
      ...job,
      at: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
  gateway.says = { kind: 'not-sent' };
  await expect(deliverAfter(9)).rejects.toThrow();
  gateway.says = { kind: 'accepted', gatewayId: undefined };
  await deliverAfter(11);
  expect(await readTextState(job)).toMatchObject({ state: 'DROPPED', reason: 'STALE' });
  expect(gateway.sent).toHaveLength(1);
});

test('notifications wait for their hours, and security texts do not', async () => {
  const hour = new Date().getUTCHours();
  // Hours on the other side of the day.
  deps.config.TEXT_HOURS = hour < 12 ? { from: 14, until: 20 } : { from: 2, until: 8 };
  const job = await queue();
  await deliver(job);
  expect(await readTextState(job)).toMatchObject({ state: 'WAITING' });
  expect(deps.sentJobs.at(-1)).toMatchObject({ data: job, afterSeconds: expect.any(Number) });
  await deliver(await queue(code));
  expect(gateway.sent).toHaveLength(1);
});

test('notifications have daily limits per person and in total, and security texts do not', async () => {
  const person = await registerParticipant(app);
  const other = await registerParticipant(app);
  await sql`delete from identity.limits`.execute(app.engine.owner);
  const most = { TEXTS_PER_PERSON_PER_DAY: 2, TEXTS_PER_INSTALLATION_PER_DAY: 3 };
  deps.limiter = createLimiter(deps.db as Kysely<unknown>, 'identity', most);
  // Texts that were not sent do not count.
  await transaction(deps.db, (trx) => queueText(deps, trx, notification, { userId: person.userId }));
  const waitingJob = deps.sentJobs.at(-1)?.data as TextJob;
  for (const outcome of [{ kind: 'not-sent' }, { kind: 'account', fault: 'CREDENTIALS' }] as const) {
    gateway.says = outcome;
    await expect(deliver(waitingJob)).rejects.toThrow();
  }
  gateway.says = { kind: 'accepted', gatewayId: undefined };
  gateway.sent = [];
  const states: unknown[] = [];
  for (const { userId } of [person, person, person, other, other]) {
    await transaction(deps.db, (trx) => queueText(deps, trx, notification, { userId }));
    const job = deps.sentJobs.at(-1)?.data as TextJob;
    await deliver(job);
    const { state, reason } = (await readTextState(job)) ?? {};
    states.push([state, reason]);
  }
  expect(states).toEqual([
    ['ACCEPTED', null],
    ['ACCEPTED', null],
    ['DROPPED', 'CEILING'],
    ['ACCEPTED', null],
    ['DROPPED', 'BUDGET'],
  ]);
  await deliver(await queue(code));
  expect(gateway.sent).toHaveLength(4);
});

test.each([
  ['+233302123456', 'a landline', 'NUMBER'],
  ['+2348031234567', 'another country', 'NUMBER'],
  [TO, `${'a'.repeat(160)}b`, 'TEXT'],
  [TO, `${'a'.repeat(158)}€€`, 'TEXT'],
  [TO, '\u{1F3E6}', 'TEXT'],
])('to %s, %j: nothing is sent', async (to, text, reason) => {
  const odd: TextKind = { name: 'NOTIFICATION', write: async () => ({ to, text }) };
  const job = await queue();
  await deliverText(deps, [odd], job);
  expect(gateway.sent).toEqual([]);
  expect(await readTextState(job)).toMatchObject({ state: 'DROPPED', reason });
});

test('the text that the gateway appends fits into the one part', async () => {
  Object.assign(gateway, { appendsUnits: 30 });
  const write = (units: number): TextKind => ({
    name: 'NOTIFICATION',
    write: async () => ({ to: TO, text: 'a'.repeat(units) }),
  });
  await deliverText(deps, [write(131)], await queue());
  await deliverText(deps, [write(130)], await queue());
  expect(gateway.sent.map(({ text }) => text.length)).toEqual([130]);
});

test('a gateway without reports is polled, and low credit is logged', async () => {
  const lines: string[] = [];
  deps.log = createLog('error', { write: (line) => lines.push(line) });
  const [arrived, lost, waits] = [await queue(), await queue(), await queue()];
  for (const [at, job] of [arrived, lost, waits].entries()) {
    gateway.says = { kind: 'accepted', gatewayId: `asked-${at}` };
    await deliver(job);
  }
  const states: Record<string, 'DELIVERED' | 'FAILED' | undefined> = {
    'asked-0': 'DELIVERED',
    'asked-1': 'FAILED',
  };
  Object.assign(gateway, {
    pollDeliveryState: async (id: string) => states[id],
    readBalance: async () => 99,
  });
  await watchTexts(deps);
  expect((await Promise.all([arrived, lost, waits].map(readTextState))).map((row) => row?.state)).toEqual([
    'DELIVERED',
    'FAILED',
    'ACCEPTED',
  ]);
  expect(lines.join('')).toContain('the balance at the text gateway is low');
});

test('a slow gateway is polled no further, and its balance is still read', async () => {
  const lines: string[] = [];
  deps.log = createLog('error', { write: (line) => lines.push(line) });
  gateway.says = { kind: 'accepted', gatewayId: 'slow' };
  await deliver(await queue());
  let polls = 0;
  Object.assign(gateway, { pollDeliveryState: async () => void (polls += 1), readBalance: async () => 99 });
  await watchTexts(deps, 0);
  expect([polls, lines.length]).toEqual([0, 1]);
});

test('a network that has not approved our sender blocks no other, and is logged once', async () => {
  const lines: string[] = [];
  deps.log = createLog('error', { write: (line) => lines.push(line) });
  gateway.says = { kind: 'refused', reason: 'SENDER' };
  const jobs = [await queue(), await queue()];
  for (const job of jobs) await deliver(job);
  expect(await Promise.all(jobs.map(readTextState))).toMatchObject([
    { state: 'FAILED', reason: 'SENDER' },
    { state: 'FAILED', reason: 'SENDER' },
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('SMS_SENDER');
  gateway.says = { kind: 'accepted', gatewayId: undefined };
  const next = await queue();
  await deliver(next);
  expect(await readTextState(next)).toMatchObject({ state: 'ACCEPTED' });
});

test('a number is dead after texts failed on three days and none arrived since', async () => {
  const { userId } = await registerParticipant(app);
  const number = '+233249999999';
  const numberHash = deps.seal.keyedHash(number);
  const { owner } = app.engine;
  await sql`insert into identity.phones (user_id, role, proven_number, number_hash, proven_at)
    values (${userId}, 'PARTICIPANT', ${number}, ${numberHash}, now() - interval '30 days')`.execute(owner);
  const insertText = (state: string, daysAgo: number, reason: string | null = null) =>
    sql`insert into identity.texts (text_id, kind, state, reason, number_hash, ended_at)
      values (gen_random_uuid(), 'NOTIFICATION', ${state}, ${reason}, ${numberHash}, now() - make_interval(days => ${daysAgo}::int))`.execute(
      owner,
    );
  const isDead = async () => {
    await markDeadNumbers(deps);
    return (await findProvenPhone(deps.db, deps.seal, userId)) === undefined;
  };
  for (const daysAgo of [20, 19, 18]) await insertText('FAILED', daysAgo, 'NOT_DELIVERED');
  await insertText('DELIVERED', 17);
  await insertText('FAILED', 9, 'TEXT');
  await insertText('FAILED', 10, 'SENDER');
  for (const daysAgo of [8, 8, 8, 7]) await insertText('FAILED', daysAgo, 'NUMBER');
  expect(await isDead()).toBe(false);
  await insertText('FAILED', 6, 'NOT_DELIVERED');
  expect(await isDead()).toBe(true);
});

test('a text whose state cannot be read does not stop those after it, nor the check of the balance', async () => {
  const jobs: TextJob[] = [];
  for (const gatewayId of ['readable', 'broken']) {
    gateway.says = { kind: 'accepted', gatewayId };
    jobs.push(await queue());
    await deliver(jobs.at(-1)!);
  }
  let isBalanceRead = false;
  Object.assign(gateway, {
    pollDeliveryState: async (id: string) => {
      if (id === 'broken') throw new Error('The reply makes no sense');
      return id === 'readable' ? 'DELIVERED' : undefined;
    },
    readBalance: async () => void (isBalanceRead = true),
  });
  await expect(watchTexts(deps)).rejects.toThrow(/^Failed: /);
  expect((await Promise.all(jobs.map(readTextState))).map((row) => row?.state)).toEqual([
    'DELIVERED',
    'ACCEPTED',
  ]);
  expect(isBalanceRead).toBe(true);
});
