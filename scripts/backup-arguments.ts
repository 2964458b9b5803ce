import { resolve } from 'node:path';
import type { ServiceName } from '../contracts/src/endpoint.ts';
import type { HostConfig } from '../apps/host/src/config.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import type { Service } from '../kit/src/service.ts';
import { callerDirectory } from './working-directory.ts';
import { reportOutcome } from './print-outcome.ts';

/** Import this first, so that it reports failures of later imports. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`${reportOutcome(error)}\n`);
  process.exit(1);
});

/** If services have separate databases, the command line must name a service. */
export function readBackupArgument(
  usage: string,
  { databases }: HostConfig,
): { file: string; url: string | undefined; services: readonly Service[] } {
  const [file, named, ...more] = process.argv.slice(2);
  const names = Object.keys(databases) as ServiceName[];
  const meant = names.filter((name) => named === undefined || name === named);
  const [url, ...others] = new Set(meant.map((name) => databases[name].url));
  if (file === undefined || more.length > 0 || meant.length === 0 || others.length > 0) {
    const why = others.length > 0 ? ', since services have databases of their own' : '';
    process.stderr.write(`${usage} [${names.join(' | ')}]${why}\n`);
    process.exit(1);
  }
  const services = SERVICES.filter(({ schema }) => databases[schema as ServiceName].url === url);
  return { file: resolve(callerDirectory, file), url, services };
}
