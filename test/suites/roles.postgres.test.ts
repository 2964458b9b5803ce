import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { oneForAll } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { assertMigrated, openProcess } from '@app/kit/process.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { useApp } from '../support/app.ts';
import { TIMEOUT_FACTOR } from '../support/sizes.ts';

const app = useApp();

test.each(SERVICES.map(({ schema }) => schema))(
  'OBS-2 the %s service can add to the audit, but not read, change or empty it',
  async (schema) => {
    const role = app.engine.connect<unknown>(`${schema}_app`);
    const audit = sql.table(`${schema}.audit`);
    await sql`insert into ${audit} (audit_id, event) values (gen_random_uuid(), 'TEST')`.execute(role);
    for (const statement of [
      sql`select event from ${audit}`,
      sql`update ${audit} set event = 'NOTHING'`,
      sql`delete from ${audit}`,
      sql`truncate ${audit}`,
      sql`alter table ${audit} disable trigger all`,
      sql`drop trigger refuse_change on ${audit}`,
    ]) {
      await expect(statement.execute(role)).rejects.toThrow(/permission denied|must be owner/);
    }
  },
);

/** The role may only read these tables, or read and add to them. */
const guarded: Record<string, string[]> = { payment: ['balances', 'postings', 'transactions'] };

test.each(SERVICES)(
  'the $schema service runs with a log-in that owns nothing, after another has migrated (MIGRATE=never)',
  async (service) => {
    const { schema, role, contract } = service;
    const [name, password] = [`${schema}_login_${randomBytes(4).toString('hex')}`, 'only for this test'];
    // docs/operating.md has this statement.
    await sql`create role ${sql.id(name)} login password ${sql.lit(password)} in role ${sql.id(role)}`.execute(
      app.engine.owner,
    );
    const own = new URL(app.databaseUrl ?? '');
    Object.assign(own, { username: name, password });
    const log = createLog('silent');
    const engine = openPostgres({ url: own.href, poolSize: 2, log, patience: TIMEOUT_FACTOR });
    await assertMigrated(engine, [service]);
    const running = await openProcess({
      services: [service],
      databases: oneForAll(engine),
      environment: app.settings,
      log,
      sendMail: async () => {},
      origins: Object.fromEntries(SERVICES.map((other) => [other.contract.name, 'http://127.0.0.1:1'])),
    });
    await running.work();
    const requestStatus = async (path: string) => (await running.app.inject(path)).statusCode;
    await expect.poll(() => requestStatus('/readyz')).toBe(200);
    expect(await requestStatus(`${contract.base}/openapi.json`)).toBe(200);
    const other = SERVICES.map((one) => one.schema).find((one) => one !== schema) ?? '';
    for (const statement of [
      sql`select from ${sql.table(`${other}.limits`)}`,
      sql`create table ${sql.table(`${schema}.extra`)} (a int)`,
      sql`drop table ${sql.table(`${schema}.limits`)}`,
      sql`delete from ${sql.table(`${schema}.audit`)}`,
      sql`delete from ${sql.table(`${schema}.migrations`)}`,
      sql`set role ${sql.id(`${other}_app`)}`,
    ]) {
      await expect(statement.execute(engine.owner)).rejects.toThrow(/permission denied|must be owner/);
    }
    await running.stop();
    await sql`drop role ${sql.id(name)}`.execute(app.engine.owner);
  },
);

test.each(SERVICES.map(({ schema }) => schema))(
  'the %s service’s role can use every table of its schema except audit, ledger and migrations',
  async (schema) => {
    const { rows } = await sql<{ name: string; may: boolean }>`
    select c.relname as name, bool_and(has_table_privilege(${`${schema}_app`}, c.oid, privilege)) as may
    from pg_class as c, unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' group by 1 order by 1`.execute(
      app.engine.owner,
    );
    expect(rows.filter(({ may }) => !may).map(({ name }) => name)).toEqual(
      ['audit', 'migration_lock', 'migrations', ...(guarded[schema] ?? [])].toSorted(),
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
  },
);
