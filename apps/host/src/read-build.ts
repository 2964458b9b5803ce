import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** What runs here: the version of the package, and the commit of its sources, if git knew one as the pages were built. */
export function readBuild(): { version: string; commit: string } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const noted = join(root, 'apps', 'web', 'build', '.commit');
  return { version, commit: existsSync(noted) ? readFileSync(noted, 'utf8').trim() : 'unknown' };
}
