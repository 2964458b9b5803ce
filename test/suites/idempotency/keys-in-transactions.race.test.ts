import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { bookSlot } from '@app/contracts/project/bookings.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { PHONE, accept, freshSlot } from '../../../services/project/test/meetings.ts';
import { makeProject, makePublished } from '../../../services/project/test/studies.ts';
import { type TestApp, useApp } from '../../support/app.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';

const app = useApp();
let nodes: TestApp['call'][];
let participant: SignedInUser;
let study: Study;
beforeAll(async () => {
  nodes = [app.call, await app.startNode()];
  const researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  const { id: projectId } = await makeProject(app, researcher);
  study = await makePublished(app, researcher, { projectId });
  await accept(app, { researcher, participant, study });
});

let key: string;
let slotId: string;
beforeEach(async () => {
  for (const table of ['booking_steps', 'bookings', 'participant_quarter_hours'])
    await sql`delete from ${sql.table(`project.${table}`)}`.execute(app.engine.owner);
  key = crypto.randomUUID();
  slotId = await freshSlot(app, study.id);
});

const book = (node = 0) =>
  nodes[node]!(bookSlot, {
    as: participant,
    params: { id: study.id },
    body: { slotId, phoneNumber: PHONE },
    headers: { 'idempotency-key': key },
  });
const isReplayed = ({ headers }: Awaited<ReturnType<typeof book>>) =>
  headers['idempotency-replayed'] === 'true';
const countKeys = async () =>
  (await sql`select from project.idempotency_keys where answer is null`.execute(app.engine.owner)).rows
    .length;
const waits = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('CON-6 while the first request waits inside its transaction, a repeat gets 409 at once, on any node', async () => {
  const { waiting } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from project.study_slots where starts_at = ${slotId} for update`.execute(trx);
    const firstCall = book();
    await expect.poll(async () => (await waits.execute(trx)).rows.length).toBe(1);
    for (const node of [0, 1]) {
      expect(await book(node)).toMatchObject({
        status: 409,
        json: { code: 'IN_FLIGHT' },
        headers: { 'retry-after': '1' },
      });
    }
    expect((await waits.execute(trx)).rows).toHaveLength(1);
    return { waiting: firstCall };
  });
  const first = await waiting;
  expect([first.status, isReplayed(first)]).toEqual([201, false]);
  const again = await book(1);
  expect(again.json).toEqual(first.json);
  expect([again.status, isReplayed(again)]).toEqual([201, true]);
});

test('CON-6 a refusal is stored although its transaction was rolled back', async () => {
  const taken = (seats: number) =>
    sql`update project.study_slots set taken = ${seats} where starts_at = ${slotId}`.execute(
      app.engine.owner,
    );
  await taken(1);
  const first = await book();
  expect(first).toMatchObject({ status: 409, json: { code: 'SLOT_IS_FULL' } });
  await taken(0);
  const again = await book(1);
  expect([again.json, isReplayed(again)]).toEqual([first.json, true]);
});

test('FLT-1 a failure of the server leaves neither an effect nor a claim, so a repeat runs at once', async () => {
  await sql`
    create function project.break_booking() returns trigger language plpgsql as $$
    begin
      raise 'broken';
    end
    $$`.execute(app.engine.owner);
  await sql`
    create trigger break_booking before insert on project.bookings execute function project.break_booking()`.execute(
    app.engine.owner,
  );
  const before = await countKeys();
  expect((await book()).status).toBe(500);
  expect(await countKeys()).toBe(before);
  await sql`drop trigger break_booking on project.bookings`.execute(app.engine.owner);
  expect((await book(1)).status).toBe(201);
});

test('FLT-1 the effect and its answer commit together: a failing commit leaves neither', async () => {
  await sql`
    create function project.break_commit() returns trigger language plpgsql as $$
    begin
      raise 'broken';
    end
    $$`.execute(app.engine.owner);
  await sql`
    create constraint trigger break_commit after insert on project.bookings deferrable initially deferred
    for each row execute function project.break_commit()`.execute(app.engine.owner);
  const before = await countKeys();
  expect((await book()).status).toBe(500);
  expect(await countKeys()).toBe(before);
  await sql`drop trigger break_commit on project.bookings`.execute(app.engine.owner);
  const after = await book(1);
  expect([after.status, isReplayed(after)]).toEqual([201, false]);
});
