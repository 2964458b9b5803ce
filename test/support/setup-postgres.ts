import type { TestProject } from 'vitest/node';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { createDatabase, startPostgres } from './machine/postgres.ts';
import { migrateTemplate } from './migrate-template.ts';
import { PATIENCE } from './sizes.ts';

/** Starts a real PostgreSQL and migrates a template database, which every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = await createDatabase(server.url);
  const engine = openPostgres({
    url: template.url,
    poolSize: 2,
    log: createLog('silent'),
    patience: PATIENCE,
  });
  await migrateTemplate(engine);
  await engine.close();
  project.provide('engine', 'postgres');
  project.provide('postgresUrl', server.socketUrl);
  project.provide('postgresLog', server.logFile);
  project.provide('postgresTemplate', new URL(template.url).pathname.slice(1));
  return async () => {
    await template.drop();
    await server.stop();
  };
}
