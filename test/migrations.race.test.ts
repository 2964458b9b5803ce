import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import type { Engine } from '@app/kit/database.ts';
import { openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { migrate } from '@app/kit/migrations.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { assertMigrated, migrateAll } from '@app/kit/process.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { createDatabase } from './machine/postgres.ts';
import { PATIENCE } from './sizes.ts';

const NODES = 4;

test('FLT-10 four nodes that start at once on an empty database do not collide', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const engines = Array.from({ length: NODES }, () =>
    openPostgres({ url, poolSize: 2, log: createLog('silent'), patience: PATIENCE }),
  );
  await Promise.all(engines.map((engine) => migrateAll(engine, url, SERVICES)));
  for (const { schema } of SERVICES) {
    const table = sql.id(schema, 'migrations');
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(
      engines[0]?.owner as never,
    );
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
  }
  await Promise.all(engines.map((engine) => engine.close()));
  await drop();
});

test('FLT-10 MIGRATE=never refuses a database that is not up to date, and changes nothing of it', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const engine = openPostgres({ url, poolSize: 2, log: createLog('silent'), patience: PATIENCE });
  await expect(assertMigrated(engine, SERVICES)).rejects.toThrow(/identity schema waits for 0001_people/);
  const { rows } = await sql`select from pg_namespace where nspname = 'identity'`.execute(engine.owner);
  expect(rows).toEqual([]);
  await migrateAll(engine, url, SERVICES);
  await assertMigrated(engine, SERVICES);
  const newer = SERVICES.map((service) => ({ ...service, queues: [...service.queues, { name: 'newer' }] }));
  await expect(assertMigrated(engine, newer)).rejects.toThrow(/identity schema waits for the queue newer/);
  await sql`update identity_jobs.version set version = version - 1`.execute(engine.owner);
  const place = { url, schema: 'identity', role: 'identity_app', queues: [], log: createLog('silent') };
  await expect(openJobs(engine, place)).rejects.toThrow('requires migrations');
  await sql`drop schema identity_jobs cascade`.execute(engine.owner);
  await expect(assertMigrated(engine, SERVICES)).rejects.toThrow(/waits for the queue barred/);
  await engine.close();
  await drop();
});

test('FLT-10 a migration that does not get its table lets others pass, and tries again', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const [engine, reading, watching] = [0, 1, 2].map(() =>
    openPostgres({ url, poolSize: 2, log: createLog('silent'), patience: PATIENCE }),
  ) as [Engine, Engine, Engine];
  const { owner } = engine;
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(folder, '0001_first.sql'), 'create table waits.rows (id int);\n');
  await migrate(owner, 'waits', pathToFileURL(`${folder}/`));
  await writeFile(join(folder, '0002_second.sql'), 'alter table waits.rows add column name text;\n');
  const isHeld = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const reader = reading.owner.transaction().execute(async (trx) => {
    await sql`select from waits.rows`.execute(trx);
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const migrated = migrate(owner, 'waits', pathToFileURL(`${folder}/`));
  const waiting = async () =>
    (
      await sql`select 1 from pg_locks where relation = 'waits.rows'::regclass and not granted`.execute(
        watching.owner,
      )
    ).rows.length;
  await expect.poll(waiting).toBe(1);
  // It waits behind the migration, and would for as long as the reader reads.
  await sql`select from waits.rows`.execute(watching.owner);
  held.resolve();
  await reader;
  expect(await migrated).toEqual(['0002_second']);
  // A node of the version before starts again beside it.
  await rm(join(folder, '0002_second.sql'));
  expect(await migrate(owner, 'waits', pathToFileURL(`${folder}/`))).toEqual([]);
  await Promise.all([engine, reading, watching].map((one) => one.close()));
  await drop();
  await rm(folder, { recursive: true });
});
