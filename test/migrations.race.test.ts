import { expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { migrateAll } from '@app/kit/process.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { createDatabase } from './machine/postgres.ts';

const NODES = 4;

test('FLT-10 four nodes that start at once on an empty database do not collide', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const engines = Array.from({ length: NODES }, () =>
    openPostgres({ url, poolSize: 2, log: createLog('silent') }),
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
