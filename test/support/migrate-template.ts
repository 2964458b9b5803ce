import { sql } from 'kysely';
import type { Engine } from '@app/kit/database.ts';
import { migrateAll } from '@app/kit/process.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { addStateFunctions } from './database-state.ts';

/** Migrates what the databases of tests are copies of. Cron sends no job there by itself: a test turns each clock. */
export async function migrateTemplate(engine: Engine): Promise<void> {
  await migrateAll(engine, SERVICES);
  await addStateFunctions(engine);
  for (const { schema } of SERVICES) {
    // pg-boss looks at its schedules some seconds after it last did.
    await sql`update ${sql.table(`${schema}_jobs.version`)} set cron_on = '9999-01-01'`.execute(engine.owner);
  }
}
