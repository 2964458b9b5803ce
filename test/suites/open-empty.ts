import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Engine } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { createDatabase } from '../support/machine/postgres.ts';
import { TIMEOUT_FACTOR } from '../support/sizes.ts';

/**
 * Opens an empty database for this number of nodes, and a folder for migrations; the test's end removes both.
 */
export async function openEmptyDatabase(serverUrl: string, nodes = 1) {
  const { url, drop } = await createDatabase(serverUrl);
  const engines = Array.from({ length: nodes }, () =>
    openPostgres({ url, poolSize: 2, log: createLog('silent'), patience: TIMEOUT_FACTOR }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    await drop();
    await rm(folder, { recursive: true });
  });
  return {
    engines: engines as [Engine, Engine, Engine],
    folder: pathToFileURL(`${folder}/`),
    put: (name: string, text: string) => writeFile(join(folder, name), text),
  };
}
