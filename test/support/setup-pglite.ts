import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { migrateTemplate } from './migrate-template.ts';
import { testSecrets } from './secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres';
    pgliteTemplate: string;
    postgresUrl: string;
    postgresTemplate: string;
    /** The path of our own test server's log, if any. */
    postgresLog: string | undefined;
    /** Keys of the services, one set for the whole run. */
    secrets: Record<string, string>;
    /** A file of people who registered before the first test, if there is one. */
    readyPeople: string | undefined;
  }
}

/**
 * Migrates an embedded database once and keeps its image: starting from that is much faster than from
 * nothing.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pglite-template-'));
  const engine = await openPglite();
  await migrateTemplate(engine);
  const image = await engine.pglite.dumpDataDir('none');
  const file = join(folder, 'image.tar');
  await writeFile(file, new Uint8Array(await image.arrayBuffer()));
  await engine.close();
  project.provide('engine', 'pglite');
  project.provide('pgliteTemplate', file);
  project.provide('postgresLog', undefined);
  project.provide('secrets', await testSecrets());
  project.provide('readyPeople', undefined);
  return () => rm(folder, { recursive: true, force: true });
}
