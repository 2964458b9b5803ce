import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/machine/postgres.ts';
import { measureApplicants } from './applicants.ts';
import { measureApply } from './apply.ts';
import { measureBooking } from './booking.ts';
import { measureBrowse } from './browse.ts';
import { type Ground, openGround } from './test-bed.ts';
import { print } from './measure.ts';
import { measurePeers } from './peers.ts';
import { measureProjectStudies } from './project-studies.ts';
import { measureReach } from './reach.ts';

/** `npm run bench` runs all parts over a real PostgreSQL; `npm run bench -- reach` runs one alone. */
const parts: Record<string, (ground: Ground) => Promise<void>> = {
  browse: measureBrowse,
  apply: measureApply,
  applicants: measureApplicants,
  'project-studies': measureProjectStudies,
  booking: measureBooking,
  reach: measureReach,
  peers: measurePeers,
};
/** This part installs two services with their libraries, so it runs only if named. */
const APART = 'peers';
const chosen = process.argv.slice(2);
for (const name of chosen) {
  if (parts[name]) continue;
  throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}`);
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startPostgres({ isDurable: true });
const ground = await openGround(server.url, folder);
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : name === APART) continue;
    print(
      `\n## ${name} (PostgreSQL ${server.kind}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)})\n`,
    );
    await measure(ground);
  }
} finally {
  await ground.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
