import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestMigration } from '@app/kit/migrations.ts';
import { SERVICES } from './services.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Build {
  version: string;
  /** Unknown if git was missing at the build. */
  commit: string;
  /** The format is `identity 0059, payment 0037`. */
  schema: string;
}

export function readBuild(): Build {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commitFile = join(root, 'apps', 'web', 'build', '.commit');
  return {
    version,
    commit: existsSync(commitFile) ? readFileSync(commitFile, 'utf8').trim() : 'unknown',
    schema: SERVICES.map(({ schema, migrations }) => `${schema} ${newestMigration(migrations)}`).join(', '),
  };
}
