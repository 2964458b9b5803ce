// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { type TestApp, startTestApp } from '@app/test/app.ts';
import { type FakeGateway, createFakeGateway, textDeps } from '@app/test/text-deps.ts';
import { deliverText } from './deliver-text.ts';
import type { Fate } from './gateway.ts';
import { claim } from './queries.ts';
import { type TextJob, type TextKind, queueText } from './queue-text.ts';

const TO = '+233240000009';

let app: TestApp;
let gateway: FakeGateway;
let deps: ReturnType<typeof textDeps>;
/** Whether the news is over. */
let isOver = false;
const news: TextKind = {
  name: 'NEWS',
  write: async () => (isOver ? undefined : { to: TO, text: 'Your time is 09:00.' }),
};
const code: TextKind = { ...news, name: 'CODE', isUrgent: true };
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
});
beforeEach(() => {
  gateway = createFakeGateway();
  deps = textDeps(app, gateway);
  isOver = false;
});
afterAll(() => app.close());

async function queue(kind: TextKind = news): Promise<TextJob> {
  await transaction(deps.db, (trx) => queueText(deps, trx, kind, { userId: null }));
  return deps.sentJobs.at(-1)?.data as TextJob;
}
const deliver = (job: TextJob) => deliverText(deps, [news, code], job);
async function stateOf({ id }: TextJob) {
  const { rows } = await sql<{ state: string; reason: string | null; gatewayId: string | null }>`
    select state, reason, gateway_id as "gatewayId" from identity.texts where text_id = ${id}`.execute(
    app.engine.owner,
  );
  return rows[0];
}

test.each<[Fate, object]>([
  [
    { kind: 'accepted', gatewayId: 'g-1' },
    { state: 'ACCEPTED', reason: null, gatewayId: 'g-1' },
  ],
  [
    { kind: 'refused', reason: 'NUMBER' },
    { state: 'FAILED', reason: 'NUMBER' },
  ],
  [{ kind: 'unknown' }, { state: 'UNKNOWN', reason: 'UNANSWERED' }],
])('what a gateway says is what became of the text: %j', async (fate, state) => {
  gateway.says = fate;
  const job = await queue();
  await deliver(job);
  expect(await stateOf(job)).toMatchObject(state);
  await deliver(job);
  expect(gateway.sent).toEqual([expect.objectContaining({ to: TO, text: 'Your time is 09:00.' })]);
});

test('a text that never left waits for the next try', async () => {
  const job = await queue();
  for (const fate of [{ kind: 'not-sent' }, { kind: 'account', fault: 'CREDIT' }] as const) {
    gateway.says = fate;
    await expect(deliver(job)).rejects.toThrow();
    expect(await stateOf(job)).toMatchObject({ state: 'WAITING', reason: null });
  }
  gateway.says = { kind: 'accepted', gatewayId: undefined };
  await deliver(job);
  expect(await stateOf(job)).toMatchObject({ state: 'ACCEPTED' });
});

test('one that a dead process had claimed is never sent again', async () => {
  const job = await queue();
  expect(await claim(deps.db, { id: job.id, gateway: 'FAKE', numberHash: 'x' })).toBe(true);
  await deliver(job);
  await deliver(job);
  expect([gateway.sent, await stateOf(job)]).toEqual([[], expect.objectContaining({ state: 'UNKNOWN' })]);
});

test('a try that was taken for dead says what it learned, and none sends twice', async () => {
  const answer = Promise.withResolvers<Fate>();
  gateway.says = () => answer.promise;
  const job = await queue();
  const first = deliver(job);
  await expect.poll(() => gateway.sent.length).toBe(1);
  await deliver(job);
  expect(await stateOf(job)).toMatchObject({ state: 'UNKNOWN' });
  answer.resolve({ kind: 'accepted', gatewayId: 'g-2' });
  await first;
  expect(await stateOf(job)).toMatchObject({ state: 'ACCEPTED', gatewayId: 'g-2' });
  expect(gateway.sent).toHaveLength(1);
});

test('of many tries at once one sends', async () => {
  const job = await queue();
  await Promise.all(Array.from({ length: 8 }, () => deliver(job)));
  expect(gateway.sent).toHaveLength(1);
  expect(await stateOf(job)).toMatchObject({ state: 'ACCEPTED' });
});

test('what is over when it would leave is dropped', async () => {
  isOver = true;
  const job = await queue();
  await deliver(job);
  expect([gateway.sent, await stateOf(job)]).toEqual([[], expect.objectContaining({ state: 'DROPPED' })]);
});

test('news waits for its hours, security does not', async () => {
  const hour = new Date().getUTCHours();
  // Hours that lie on the other side of the day.
  deps.config.TEXT_HOURS = hour < 12 ? { from: 14, until: 20 } : { from: 2, until: 8 };
  const job = await queue();
  await deliver(job);
  expect(await stateOf(job)).toMatchObject({ state: 'WAITING' });
  expect(deps.sentJobs.at(-1)).toMatchObject({ data: job, afterSeconds: expect.any(Number) });
  await deliver(await queue(code));
  expect(gateway.sent).toHaveLength(1);
});
