import { rm } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import type { Engine } from '@app/kit/database.ts';
import { openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { migrate } from '@app/kit/migrations.ts';
import { assertMigrated, migrateAll } from '@app/kit/process.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { openEmptyDatabase } from './open-empty.ts';

const NODES = 4;

test('FLT-10 four nodes that start together on an empty database do not conflict', async () => {
  const { engines } = await openEmptyDatabase(inject('postgresUrl'), NODES);
  await Promise.all(engines.map((engine) => migrateAll(engine, SERVICES)));
  for (const { schema } of SERVICES) {
    const table = sql.id(schema, 'migrations');
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(engines[0].owner);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
  }
});

test('FLT-10 MIGRATE=never refuses an outdated database, and does not change it', async () => {
  const {
    engines: [engine],
  } = await openEmptyDatabase(inject('postgresUrl'));
  await expect(assertMigrated(engine, SERVICES)).rejects.toThrow(/identity schema waits for 1000_baseline/);
  const { rows } = await sql`select from pg_namespace where nspname = 'identity'`.execute(engine.owner);
  expect(rows).toEqual([]);
  await migrateAll(engine, SERVICES);
  await assertMigrated(engine, SERVICES);
  const newer = SERVICES.map((service) => ({ ...service, queues: [...service.queues, { name: 'newer' }] }));
  await expect(assertMigrated(engine, newer)).rejects.toThrow(/identity schema waits for the queue newer/);
  await sql`update identity_jobs.version set version = version - 1`.execute(engine.owner);
  const place = { schema: 'identity', role: 'identity_app', queues: [], log: createLog('silent') };
  await expect(openJobs(engine, place)).rejects.toThrow('requires migrations');
  await sql`drop schema identity_jobs cascade`.execute(engine.owner);
  const [first] = SERVICES.find(({ schema }) => schema === 'identity')?.queues ?? [];
  await expect(assertMigrated(engine, SERVICES)).rejects.toThrow(`waits for the queue ${first?.name}`);
});

test.each(SERVICES)(
  'a database from before the baseline of $schema is refused before the first statement, with one sentence',
  async (service) => {
    const {
      engines: [engine],
      folder,
      put,
    } = await openEmptyDatabase(inject('postgresUrl'));
    const { schema } = service;
    await put('0999_last.sql', `create table ${schema}.limits (id int);\n`);
    await migrate(engine.owner, schema, folder);
    for (const start of [migrateAll, assertMigrated])
      await expect(start(engine, [service])).rejects.toThrow(
        /^The database was made by a version before 0\.1\.0 [^.]*: start with an empty database [^.]*;[^.]*0\.1\.0[^.]*\.$/,
      );
    const { rows } = await sql`select name from ${sql.id(schema, 'migrations')}`.execute(engine.owner);
    expect(rows).toEqual([{ name: '0999_last' }]);
  },
);

test('FLT-10 a migration that cannot lock its table lets others pass, and retries', async () => {
  const { engines, folder, put } = await openEmptyDatabase(inject('postgresUrl'), 3);
  const [{ owner }, reading, watching] = engines;
  await put('0001_first.sql', 'create table waits.rows (id int);\n');
  await migrate(owner, 'waits', folder);
  await put('0002_second.sql', 'alter table waits.rows add column name text;\n');
  const isLocked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const reader = reading.owner.transaction().execute(async (trx) => {
    await sql`select from waits.rows`.execute(trx);
    isLocked.resolve();
    await gate.promise;
  });
  await isLocked.promise;
  const migrated = migrate(owner, 'waits', folder);
  const waiting = async () =>
    (
      await sql`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
        where relation = 'waits.rows'::regclass and not granted`.execute(watching.owner)
    ).rows.length;
  await expect.poll(waiting).toBe(1);
  // It waits behind the migration, which would wait as long as the reader reads.
  await sql`select from waits.rows`.execute(watching.owner);
  gate.resolve();
  await reader;
  expect(await migrated).toEqual(['0002_second']);
  // A node of the previous version starts beside it.
  await rm(new URL('0002_second.sql', folder));
  expect(await migrate(owner, 'waits', folder)).toEqual([]);
});

test('FLT-10 one node builds the index of a large table during writes, and again after an interruption', async () => {
  const { engines, folder, put } = await openEmptyDatabase(inject('postgresUrl'), 3);
  const [one, other, writing] = engines;
  const run = ({ owner }: Engine) => migrate(owner, 'large', folder);
  await put(
    '0001_rows.sql',
    'create table large.rows (id int, name text);\ninsert into large.rows select 1 from generate_series(1, 25);\n',
  );
  await run(one);
  await put(
    '0002_index.sql',
    `-- outside a transaction
create unique index concurrently if not exists rows_by_id on large.rows (id);
update large.rows set name = 'x' where ctid in (select ctid from large.rows where name is null limit 10);
`,
  );
  await put('0003_column.sql', 'alter table large.rows add column at date;\n');
  await expect(run(one)).rejects.toThrow('The large migration 0002_index failed');
  await sql`update large.rows set id = n from (select ctid, row_number() over () as n from large.rows) as numbered
    where rows.ctid = numbered.ctid`.execute(one.owner);

  const isWriting = Promise.withResolvers<void>();
  const hasEnded = Promise.withResolvers<void>();
  const writer = writing.owner.transaction().execute(async (trx) => {
    await sql`insert into large.rows (id) values (100)`.execute(trx);
    isWriting.resolve();
    await hasEnded.promise;
  });
  await isWriting.promise;
  const migrated = Promise.all([run(one), run(other)]);
  const building = sql`select from pg_stat_activity
    where datname = current_database() and query ilike '%index concurrently%' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await building.execute(writing.owner)).rows.length).toBe(1);
  await sql`insert into large.rows (id) values (101)`.execute(writing.owner);
  hasEnded.resolve();
  await writer;
  expect((await migrated).flat().sort()).toEqual(['0002_index', '0003_column']);
  const { rows } = await sql`select indisvalid from pg_index
    where indexrelid = 'large.rows_by_id'::regclass`.execute(one.owner);
  expect(rows).toEqual([{ indisvalid: true }]);
  const { rows: unnamed } = await sql`select from large.rows where name is null`.execute(one.owner);
  expect(unnamed).toEqual([]);
});
