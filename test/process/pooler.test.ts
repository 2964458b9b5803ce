import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, startPostgres } from '../machine/postgres.ts';
import { startPooler } from '../pooler.ts';
import { BACKENDS, startProcess } from '../product.ts';

test('O5 the product does not start behind a pooler that takes the services’ roles away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const server = await startPostgres();
  const database = await createDatabase(server.url);
  const pooler = await startPooler(database.url, ['options']);
  onTestFinished(async () => {
    pooler.close();
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const start = startProcess({
    DATA_DIR: folder,
    SERVICES: BACKENDS,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO_DATA: 'none',
    DATABASE_URL: pooler.url,
  });
  await expect(start).rejects.toThrow(
    /ended with 1:[^]*DATABASE_URL: connections act as \w+ and not as identity_app/,
  );
});
