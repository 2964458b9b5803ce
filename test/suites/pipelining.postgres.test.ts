import { type Transaction, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, transaction } from '@app/kit/database.ts';
import { executeWithCommit } from '@app/kit/pipelining.ts';
import { openTestEngine } from '../support/app.ts';
import { recordStatements } from '../support/record-statements.ts';

type Tables = { things: { id: number } };
type Trx = Transaction<Tables>;

let engine: Engine;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ engine, drop } = await openTestEngine());
  await sql`create table things (id integer primary key deferrable initially deferred)`.execute(engine.owner);
});
afterAll(async () => {
  await engine.close();
  await drop();
});
beforeEach(() => sql`truncate things`.execute(engine.owner));

const insert = (trx: Trx, id: number) => trx.insertInto('things').values({ id }).execute();
const insertLast = (trx: Trx, id: number) =>
  executeWithCommit(trx, trx.insertInto('things').values({ id }).compile());
const fault = (trx: Trx) => sql`select 1 / 0`.execute(trx);
const run = (work: (trx: Trx) => Promise<unknown>) => transaction(engine.owner.withTables<Tables>(), work);
const readIds = async () =>
  (await sql<{ id: number }>`select id from things order by id`.execute(engine.owner)).rows.map(
    ({ id }) => id,
  );

test('begin, independent statements and commit need as few round trips as there are waits', async () => {
  const sent = await recordStatements(() =>
    run(async (trx) => {
      await Promise.all([insert(trx, 1), insert(trx, 2)]);
      await insertLast(trx, 3);
    }),
  );
  expect(sent.map(({ startsRoundTrip }) => startsRoundTrip)).toEqual([true, false, false, true, false]);
  expect(sent.at(-1)?.text).toBe('commit');
  expect(await readIds()).toEqual([1, 2, 3]);
});

test('the statement that failed is reported, and nothing that was sent with it remains', async () => {
  const work = [
    (trx: Trx) => Promise.all([insert(trx, 1), fault(trx), insert(trx, 2)]),
    async (trx: Trx) => {
      await Promise.all([fault(trx), insertLast(trx, 1)]);
    },
    async (trx: Trx) => {
      await insert(trx, 1);
      await executeWithCommit(trx, sql`select 1 / 0`.compile(trx));
    },
  ];
  for (const each of work) await expect(run(each)).rejects.toMatchObject({ code: '22012' });
  expect(await readIds()).toEqual([]);
});

test('a commit that fails is reported, also if it was sent with the last statement', async () => {
  await run((trx) => insert(trx, 1));
  for (const last of [insert, insertLast])
    await expect(run((trx) => last(trx, 1))).rejects.toMatchObject({ code: '23505' });
  expect(await readIds()).toEqual([1]);
});

test('a statement after the last one is not sent, although the work has not returned', async () => {
  const outcome = await run(async (trx) => {
    const last = insertLast(trx, 1);
    const late = insert(trx, 2).catch((error: unknown) => String(error));
    await last;
    return late;
  });
  expect(outcome).toContain('after the end');
  expect(await readIds()).toEqual([1]);
});

test('a statement after the end of its transaction is not sent, even before the rollback is answered', async () => {
  const failure = Promise.reject(new Error('changed my mind'));
  let late: Promise<unknown> | undefined;
  const failing = run(async (trx) => {
    late = failure.catch(async () => {
      for (let hop = 0; hop < 50; hop += 1) await Promise.resolve();
      await insert(trx, 1);
    });
    late.catch(() => {});
    return failure;
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await expect(late).rejects.toThrow('after the end');
  expect(await readIds()).toEqual([]);
});
