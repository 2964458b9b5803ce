import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../test/machine/postgres.ts';
import { testSecrets } from '../test/secrets.ts';
import { say } from './measure.ts';
import type { Bench } from './product.ts';
import { openBench } from './product.ts';
import { measureReach } from './reach.ts';
import { measureStudies } from './studies.ts';

/** `npm run bench`: each part over a fresh database of a real PostgreSQL; `npm run bench -- reach` runs one alone. */
const parts: Record<string, (bench: Bench) => Promise<void>> = {
  studies: measureStudies,
  reach: measureReach,
};
const chosen = process.argv[2];
if (chosen !== undefined && parts[chosen] === undefined) {
  throw new Error(`There is no part ${chosen}; there are ${Object.keys(parts).join(', ')}`);
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startPostgres();
say(`PostgreSQL ${server.kind}, ${cpus().length} cores`);
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen !== undefined && chosen !== name) continue;
    const database = await createDatabase(server.url);
    const bench = openBench({ folder, databaseUrl: database.url, secrets: await testSecrets() });
    try {
      await measure(bench);
    } finally {
      await bench.close();
      await database.drop();
    }
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
