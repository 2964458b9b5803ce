import { sql } from 'kysely';
import type { Engine } from '@app/kit/database.ts';
import { migrateAll } from '@app/kit/process.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { addStateFunctions } from './database-state.ts';

/** Migrates the template of test databases. Its cron sends no jobs: tests run them. */
export async function migrateTemplate(engine: Engine): Promise<void> {
  await migrateAll(engine, SERVICES);
  await addStateFunctions(engine);
  for (const { schema } of SERVICES) {
    // pg-boss checks its schedules some seconds after the last time.
    await sql`update ${sql.table(`${schema}_jobs.version`)} set cron_on = '9999-01-01'`.execute(engine.owner);
  }
}
