import './backup-arguments.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readHostConfig } from '../apps/host/src/config.ts';
import { openPglite } from '../kit/src/pglite-engine.ts';

const config = readHostConfig();
if (Object.values(config.databases).some(({ url }) => url !== undefined)) {
  process.stderr.write(
    'A server’s database is set. This only resets the embedded database; drop a server’s own yourself.\n',
  );
  process.exit(1);
}
// Opening the database takes its lock, so no reset happens while a process uses it.
const engine = await openPglite({ folder: config.dataDir });
await engine.close();
await rm(join(config.dataDir, 'pglite'), { recursive: true, force: true });
await rm(join(config.dataDir, 'mailbox'), { recursive: true, force: true });
process.stdout.write(`${config.dataDir} is empty; the next start fills it again.\n`);
