import { writeFile } from 'node:fs/promises';
import { createLog } from '@app/kit/log.ts';
import { oneForAll } from '@app/kit/database.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { openNode } from './app.ts';
import { readNewRows } from './database-state.ts';
import { createDatabase } from './machine/postgres.ts';
import { registerByCalls } from './people.ts';
import { type Kind, READY, type ReadyPerson } from './ready-people.ts';
import { waitForJobs } from './wait-for-jobs.ts';
import { TIMEOUT_FACTOR } from './sizes.ts';
import { type GivenSettings, wideLimits } from './wide-limits.ts';

const DAY_MINUTES = 24 * 60;

/**
 * Registers the prepared people in a copy of the template, and writes them with all their new rows into a
 * file. Their tokens last for the whole run.
 */
export async function makeReadyPeople(
  server: string,
  template: string,
  secrets: Record<string, string>,
  file: string,
): Promise<void> {
  const log = createLog('silent');
  const { url, drop } = await createDatabase(server, { template });
  const engine = openPostgres({ url, poolSize: 4, log, patience: TIMEOUT_FACTOR });
  const given: GivenSettings = { ...secrets, ...wideLimits, ACCESS_TOKEN_MINUTES: DAY_MINUTES };
  const settings = given as Record<string, string>;
  const node = await openNode(oneForAll(engine), settings, async () => {}, log);
  await node.process.work();
  const app = { ...node, engine, settings };
  const known = new Set<string>();
  // Shared rows, such as an address's rate limit, belong to no person: the first registration creates them.
  await registerByCalls(app, 'participant');
  await readNewRows(engine, known);
  const people: ReadyPerson[] = [];
  for (const kind of Object.keys(READY) as Kind[]) {
    for (let count = 0; count < READY[kind]; count += 1) {
      const user = await registerByCalls(app, kind);
      await waitForJobs(app);
      people.push({ kind, user, rows: await readNewRows(engine, known) });
    }
  }
  await writeFile(file, JSON.stringify(people));
  await node.process.stop();
  await drop();
}
