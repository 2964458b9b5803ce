import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('OBS-2 the identity service adds to the audit and can neither read, change nor empty it', async () => {
  const identity = app.engine.connect<unknown>('identity_app');
  await sql`insert into identity.audit (audit_id, event) values (gen_random_uuid(), 'TEST')`.execute(
    identity,
  );
  for (const statement of [
    sql`select event from identity.audit`,
    sql`update identity.audit set event = 'NOTHING'`,
    sql`delete from identity.audit`,
    sql`truncate identity.audit`,
    sql`alter table identity.audit disable trigger all`,
  ]) {
    await expect(statement.execute(identity)).rejects.toThrow(/permission denied|must be owner/);
  }
});
