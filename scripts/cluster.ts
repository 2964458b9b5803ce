/**
 * Run `npm run cluster` (docs/cluster.md); `-- test [cases]` damages the cluster. `--before=` is the folder
 * of an earlier built release, `--rows=` fills tables, `--calls=` is the load per second, `--minutes=` the
 * length of `test hour`.
 */
import './backup-arguments.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCluster } from './cluster/open-cluster.ts';
import { missingPackages } from './cluster/programs.ts';
import { runCases } from './cluster/cases.ts';
import { buildWeb } from './web-build.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    rows: { type: 'string', default: '0' },
    calls: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '60' },
  },
});
const [command, ...chosen] = positionals;
const missing = missingPackages();
if (missing.length > 0)
  throw new Error(
    `This needs programs of Debian that are not here: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  );
if (command !== undefined && command !== 'test') throw new Error('npm run cluster [-- test [cases]]');

const print = (line: string) => process.stdout.write(`${line}\n`);
const asked = { minutes: Number(values.minutes), callsPerSecond: Number(values.calls), print };
await buildWeb(print);
const stopped = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve());
const cluster = await openCluster(print, stopped.promise, {
  before: values.before && resolve(values.before),
  rows: Number(values.rows),
});
try {
  for (const [what, where] of Object.entries(cluster.addresses)) print(`${what}: ${where}`);
  if (command === 'test') await Promise.race([runCases(cluster, chosen, asked), stopped.promise]);
  else {
    print('Ctrl+C ends all of it.');
    await stopped.promise;
  }
} catch (error) {
  print(`The logs are kept in ${cluster.keepLogs()}`);
  throw error;
} finally {
  print('Ending …');
  await cluster.stop();
  print('Ended.');
}
process.exit();
