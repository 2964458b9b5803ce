import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVICES } from '../apps/host/src/services.ts';
import type { TestApp } from './app.ts';
import { startTestApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('each service’s role sees its own schema and no other', async () => {
  const asRole = (role: string) => app.engine.connect<unknown>(role);
  const [identity, project] = [asRole('identity_app'), asRole('project_app')];
  await sql`select count(*) from identity.people`.execute(identity);
  await sql`select count(*) from project.projects`.execute(project);
  await expect(sql`select 1 from project.projects`.execute(identity)).rejects.toThrow(
    'permission denied for schema project',
  );
  await expect(sql`select 1 from identity.people`.execute(project)).rejects.toThrow(
    'permission denied for schema identity',
  );
  await expect(sql`create table identity.extra (a int)`.execute(identity)).rejects.toThrow(
    'permission denied',
  );
});

test.each(SERVICES.map(({ schema }) => schema))(
  'OBS-2 the %s service adds to the audit and can neither read, change nor empty it',
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

/** Tables of which the role may only read, or read and add. */
const guarded: Record<string, string[]> = { payment: ['balances', 'postings', 'transactions'] };

test.each(SERVICES.map(({ schema }) => schema))(
  'the %s service’s role works with every table of its schema but the audit, the ledger and the list of migrations',
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
