import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { createDatabase, dropDatabases, startPostgres } from './machine/postgres.ts';
import { makeReadyPeople } from './make-people.ts';
import { migrateTemplate } from './migrate-template.ts';
import { testSecrets } from './secrets.ts';
import { TIMEOUT_FACTOR } from './sizes.ts';

interface Prepared {
  provided: Pick<
    ProvidedContext,
    'postgresUrl' | 'postgresLog' | 'postgresTemplate' | 'secrets' | 'readyPeople'
  >;
  end(): Promise<void>;
}

/** Vitest loads this file once for each project; all of one run share a server. */
const shared = globalThis as { preparedPostgres?: { prepared: Promise<Prepared>; uses: number } };

/**
 * Starts a real PostgreSQL, migrates a template database for the test files, and creates the prepared people
 * in it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const all = (shared.preparedPostgres ??= { prepared: prepare(), uses: 0 });
  all.uses += 1;
  const { provided, end } = await all.prepared;
  project.provide('engine', 'postgres');
  for (const [key, value] of Object.entries(provided)) project.provide(key as keyof typeof provided, value);
  return async () => {
    all.uses -= 1;
    if (all.uses === 0) await end();
  };
}

async function prepare(): Promise<Prepared> {
  const server = await startPostgres();
  const template = await createDatabase(server.url);
  const engine = openPostgres({
    url: template.url,
    poolSize: 2,
    log: createLog('silent'),
    patience: TIMEOUT_FACTOR,
  });
  await migrateTemplate(engine);
  await engine.close();
  const secrets = await testSecrets();
  const folder = await mkdtemp(join(tmpdir(), 'ready-people-'));
  const readyPeople = join(folder, 'people.json');
  const postgresTemplate = new URL(template.url).pathname.slice(1);
  await makeReadyPeople(server.url, postgresTemplate, secrets, readyPeople);
  return {
    provided: {
      postgresUrl: server.socketUrl,
      postgresLog: server.logFile,
      postgresTemplate,
      secrets,
      readyPeople,
    },
    async end() {
      // Files of one worker share apps, whose databases still exist when the worker has ended.
      await dropDatabases(server.url, `${postgresTemplate}_`);
      await template.drop();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
