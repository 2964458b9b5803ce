import { resolve } from 'node:path';
import type { ServiceName } from '../contracts/src/endpoint.ts';
import type { HostConfig } from '../apps/host/src/config.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import type { Service } from '../kit/src/service.ts';
import { whereTyped } from './where-typed.ts';
import { explain } from './outcome.ts';

/** Has a command say what it did not catch, and end with 1. First of its imports, so that it hears of what fails in them. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

/**
 * The file that a command was given, from where it was typed, and which database is meant: of the service that is named, which
 * has to be where they have databases of their own. Else says how, and ends.
 */
export function backupGiven(
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
  return { file: resolve(whereTyped, file), url, services };
}
