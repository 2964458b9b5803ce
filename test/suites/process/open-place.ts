import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDatabase, startPostgres } from '../../support/machine/postgres.ts';

/** Opens a database on a server and a folder for data, which the test's end removes. */
export async function openDatabaseAndFolder() {
  const server = await startPostgres();
  const database = await createDatabase(server.url);
  const folder = await mkdtemp(join(tmpdir(), 'place-'));
  onTestFinished(async () => {
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { database, folder };
}
