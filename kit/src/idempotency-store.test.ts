import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import { PGliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardedKysely } from './database.ts';
import { type Claim, type IdempotencyStore, createIdempotencyStore } from './idempotency-store.ts';
import { type PgliteEngine, openPglite } from './pglite-engine.ts';

const ANSWER = { status: 201, headers: {}, body: '{}' };

let engine: PgliteEngine;
let idempotencyStore: IdempotencyStore;
/** The connection is lost before the statement arrives, or before its answer does. */
let lost: 'BEFORE' | 'AFTER' | undefined;
beforeAll(async () => {
  engine = await openPglite({});
  await sql`create schema things`.execute(engine.owner);
  await sql`create table things.idempotency_keys (key_hash bytea primary key, request_hash bytea not null,
    subject_id uuid not null, claimed_at timestamptz not null, answer bytea, ends_at timestamptz not null)`.execute(
    engine.owner,
  );
  const breakAt = (moment: 'BEFORE' | 'AFTER') => {
    if (lost === moment) throw new Error('Connection terminated unexpectedly');
  };
  const breaking = {
    waitReady: engine.pglite.waitReady,
    async query(text: string, values: unknown[], options: QueryOptions) {
      breakAt('BEFORE');
      const result = await engine.pglite.query(text, values, options);
      breakAt('AFTER');
      return result;
    },
  };
  const db = guardedKysely<unknown>(new PGliteDialect({ pglite: breaking as unknown as PGlite }));
  idempotencyStore = createIdempotencyStore(db, 'things');
});
afterAll(() => engine.close());

let call: { key: string; operationId: string; who: string; content: string };
beforeEach(() => {
  lost = undefined;
  call = { key: crypto.randomUUID(), operationId: 'make', who: 'me', content: 'a thing' };
});

async function claim(): Promise<Claim> {
  const found = await idempotencyStore.claim(call);
  if (!('claim' in found)) throw new Error('there is an answer already');
  return found.claim;
}
const rows = async () =>
  (await sql`select from things.idempotency_keys where answer is null`.execute(engine.owner)).rows.length;

describe.each(['BEFORE', 'AFTER'] as const)('FLT-2 the connection is lost %s a statement', (moment) => {
  test('a released key is free as soon as the database is back', async () => {
    const first = await claim();
    lost = moment;
    await first.release();
    lost = undefined;
    await expect.poll(() => claim()).toMatchObject({ subjectId: first.subjectId });
  });

  test('an answer is stored as soon as the database is back', async () => {
    const first = await claim();
    lost = moment;
    await first.store(ANSWER);
    lost = undefined;
    await expect.poll(() => idempotencyStore.claim(call).catch(String)).toEqual({ answer: ANSWER });
  });

  test('a claim without an answer does not count', async () => {
    const before = await rows();
    lost = moment;
    await expect(claim()).rejects.toThrow('Connection terminated');
    lost = undefined;
    await expect.poll(rows).toBe(before);
    await claim();
  });
});

test('a key is deleted if nothing was done, and kept if an earlier try may have had an effect', async () => {
  const before = await rows();
  const first = await claim();
  await first.discard();
  expect(await rows()).toBe(before);

  const second = await claim();
  expect(second.subjectId).not.toBe(first.subjectId);
  await second.release();
  await (await claim()).discard();
  expect((await claim()).subjectId).toBe(second.subjectId);
});
