// @module-tag both-engines
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { backUpPglite, backUpPostgres, restorePglite, restorePostgres } from '@app/kit/backup.ts';
import type { Engine } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { type PgliteEngine, openPglite } from '@app/kit/pglite-engine.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { assertMigrated } from '@app/kit/process.ts';
import { recordRestore } from '../../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { makeBooked } from '../../services/project/test/meetings.ts';
import { type TestApp, startTestApp } from '../support/app.ts';
import { everyRow } from '../support/every-row.ts';
import { createDatabase } from '../support/machine/postgres.ts';
import { registerParticipant, registerResearcher } from '../support/people.ts';
import { TIMEOUT_FACTOR } from '../support/sizes.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  // Only the calls below write.
  app = await startTestApp({}, createLog('silent'), { withWorkers: false });
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Only the jobs of the queues count, not their internal state, such as the time of their last check. */
const IS_OF_QUEUES = /_jobs\.(?!job)/;
const listStoredRows = async (engine: Engine) =>
  (await everyRow({ engine, settings: app.settings }))
    .filter(({ table }) => !IS_OF_QUEUES.test(table))
    .map(({ table, row }) => `${table} ${row}`)
    .toSorted();

/** PostgreSQL's own tools are not part of the product; an older version refuses a newer server. */
async function hasTools(): Promise<boolean> {
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::int / 10000 as major`.execute(app.engine.owner);
  return ['pg_dump', 'pg_restore'].every((tool) => {
    const { stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
    return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= (rows[0]?.major ?? 0);
  });
}

const nothingElse = () => Promise.resolve();

async function throughFile(file: string): Promise<{ engine: Engine; close(): Promise<void> }> {
  if (inject('engine') === 'pglite') {
    await backUpPglite(app.engine as PgliteEngine, file);
    await restorePglite(join(folder, 'data'), file, nothingElse);
    const engine = await openPglite({ folder: join(folder, 'data') });
    return { engine, close: () => engine.close() };
  }
  await backUpPostgres({ url: app.databaseUrl ?? '', environment: process.env }, file);
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const owner = await changeOwner(url);
  const engine = openPostgres({
    url: owner.url,
    poolSize: 2,
    log: createLog('silent'),
    patience: TIMEOUT_FACTOR,
  });
  const place = { url: owner.url, environment: process.env, owner: engine.owner, services: SERVICES };
  await restorePostgres(place, file);
  await expect(restorePostgres(place, file)).rejects.toThrow('The database is not empty');
  return {
    engine,
    async close() {
      await engine.close();
      await drop();
      await owner.drop();
    },
  };
}

/** Simulates another server: the owner of the database is neither the original one nor a superuser. */
async function changeOwner(databaseUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `restorer_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  const run = (statement: string) => sql.raw(statement).execute(app.engine.owner);
  await run(`create role ${name} login createrole password '${name}'`);
  for (const { role } of SERVICES) await run(`grant ${role} to ${name} with admin option`);
  await run(`alter database "${url.pathname.slice(1)}" owner to ${name}`);
  [url.username, url.password] = [name, name];
  return { url: url.href, drop: async () => void (await run(`drop role ${name}`)) };
}

describe('a backup and its restore', { shuffle: false }, () => {
  test('a restored backup equals the original: rows, privileges and constraints', async () => {
    if (inject('engine') === 'postgres' && !(await hasTools())) {
      await expect(throughFile(join(folder, 'none'))).rejects.toThrow(/^pg_dump (is not here|failed)/);
      return;
    }
    const [researcher, participant] = await Promise.all([
      registerResearcher(app, { verified: true }),
      registerParticipant(app, { withProfile: true }),
    ]);
    await makeBooked(app, { researcher, participant });
    const before = await listStoredRows(app.engine);
    const { engine, close } = await throughFile(join(folder, 'backup'));
    expect(before.length).toBeGreaterThan(50);
    expect(await listStoredRows(engine)).toEqual(before);
    await assertMigrated(engine, SERVICES);
    await sql`select from identity.people`.execute(engine.connect('identity_app'));
    await sql`create table project.later ()`.execute(engine.owner);
    await sql`select from project.later`.execute(engine.connect('project_app'));
    await sql`insert into payment.audit (audit_id, event) values (gen_random_uuid(), 'TEST')`.execute(
      engine.owner,
    );
    await expect(sql`delete from payment.audit`.execute(engine.owner)).rejects.toThrow('append-only');
    await sql`insert into payment.opened (database, closed_cleanly) values ('x', true) on conflict (is_only) do update set closed_cleanly = true`.execute(
      engine.owner,
    );
    await recordRestore(engine);
    const { rows } = await sql`select closed_cleanly from payment.opened`.execute(engine.owner);
    expect(rows).toEqual([{ closed_cleanly: false }]);
    await close();
  });

  test('a restore overwrites nothing, and refuses a file that is no backup', async () => {
    const nowhere = join(folder, 'nowhere');
    if (inject('engine') === 'pglite') {
      await expect(restorePglite(join(folder, 'data'), nowhere, nothingElse)).rejects.toThrow(
        'has a database',
      );
    } else {
      const place = {
        url: app.databaseUrl ?? '',
        environment: process.env,
        owner: app.engine.owner,
        services: [],
      };
      await expect(restorePostgres(place, nowhere)).rejects.toThrow('ENOENT');
    }
  });
});
