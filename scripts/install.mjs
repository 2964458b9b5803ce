import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runChild } from './child.mjs';

export class SetupError extends Error {}

const print = (text) => process.stderr.write(`[setup] ${text}\n`);

const readTextFile = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Checks are counted instead of time, because a machine may sleep. */
const CHECKS_UNTIL_STALE = 20;

/** A command that waits for the lock prints the reason once. */
export async function withLock(file, waiting, work) {
  const mine = randomUUID();
  const isMine = () => {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw new SetupError(`Cannot write here: ${error.message}`);
    }
    return readTextFile(file) === mine;
  };
  let refreshed;
  for (let looks = 0; !isMine(); await pause(500)) {
    if (refreshed === undefined) print(waiting);
    const seen = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    looks = seen === refreshed ? looks + 1 : 0;
    refreshed = seen;
    // Several commands may find the lock stale; the last one to write its mark has it.
    if (looks === CHECKS_UNTIL_STALE) fs.writeFileSync(file, mine);
  }
  const refresh = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), 2_000);
  try {
    await work();
  } finally {
    clearInterval(refresh);
    fs.rmSync(file, { force: true });
  }
}

/** npm fails if it cannot write its cache, e.g. for a container's user without a home folder. */
function cacheFolder() {
  try {
    const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
    fs.mkdirSync(usual, { recursive: true });
    fs.accessSync(usual, fs.constants.W_OK);
    return usual;
  } catch {
    return join(tmpdir(), `npm-cache-${process.getuid?.()}`);
  }
}

const stampPath = (dir) => join(dir, 'node_modules', '.stamp');
const installStamp = (lockfile) =>
  `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}`;

const readInstalledPackages = (dir) => {
  try {
    return JSON.parse(readTextFile(join(dir, 'node_modules', '.package-lock.json'))).packages;
  } catch {
    return {};
  }
};

/**
 * Throws unless this release is installed completely. npm writes its own list last, so that list proves a
 * complete installation.
 */
export function assertInstalled(dir) {
  const lockfile = fs.readFileSync(join(dir, 'package-lock.json'), 'utf8');
  const stamp = readTextFile(stampPath(dir));
  const { packages } = JSON.parse(lockfile);
  const list = readInstalledPackages(dir);
  const isOther = ([path, { version }]) => packages[path]?.version !== version;
  const isWhole = stamp === undefined ? Object.keys(list).length > 0 : stamp === installStamp(lockfile);
  if (isWhole && !Object.entries(list).some(isOther)) return;
  throw new SetupError(
    'What is installed in node_modules is not whole, or of another release, and this command changes none of it. Stop what ' +
      'runs here, install (npm ci --omit=dev --workspace apps/host; in a folder to work in, npm start does it), and run the ' +
      'same command again.',
  );
}

/** Half a minute of attempts: with npm's own two, a new user without a network waits more than a minute. */
const NPM_CI =
  'ci --include=optional --include=dev --ignore-scripts --no-fund --no-audit --loglevel=warn --fetch-retries=4 ' +
  '--fetch-retry-factor=3 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=10000';

/** npm skips an optional package that it cannot fetch and still reports success. */
function missingPackage(dir, { packages }) {
  process.report.excludeNetwork = true;
  const here = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const isForHere = ({ optional, os, cpu, libc = here }) =>
    optional && os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes(here);
  return Object.keys(packages).find((path) => isForHere(packages[path]) && !fs.existsSync(join(dir, path)));
}

/**
 * Runs only after a changed lockfile or an incomplete installation. Throws a SetupError that says what to do.
 */
export async function install(dir, what, node = process.execPath) {
  const lockfile = fs.readFileSync(join(dir, 'package-lock.json'), 'utf8');
  const wanted = installStamp(lockfile);
  const stamp = stampPath(dir);
  if (readTextFile(stamp) === wanted) return;
  await withLock(join(dir, '.setup.lock'), 'Another command is installing; waiting for it …', async () => {
    if (readTextFile(stamp) === wanted) return;
    print(`Installing ${what} …`);
    fs.mkdirSync(join(dir, 'node_modules'), { recursive: true });
    fs.rmSync(stamp, { force: true });
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [node, process.env.npm_execpath] : ['npm'];
    const [command, ...args] = [...npm, ...NPM_CI.split(' ')];
    // Behind a company's proxy, the machine's list of certificate authorities is needed too.
    const env = { NODE_USE_SYSTEM_CA: '1', ...process.env, npm_config_cache: cacheFolder() };
    const shell = command === 'npm' && process.platform === 'win32';
    const failed = await runChild(command, args, { cwd: dir, env, shell, stdio: ['ignore', 2, 2] }).then(
      (code) => code !== 0 && `npm ended with ${code}`,
      (error) => `${error.message}; is there npm, and does it run under Node 26 here?`,
    );
    const missing = missingPackage(dir, JSON.parse(lockfile));
    if (!failed && !missing) return fs.writeFileSync(stamp, wanted);
    throw new SetupError(
      `Could not install ${what} (${failed || `${missing} was not fetched`}). The usual reasons are Ctrl-C, ` +
        'the network (HTTPS_PROXY and NODE_EXTRA_CA_CERTS, if you need them), a full disk, a folder that is not ' +
        'yours, or a package.json that differs from its lockfile. The same command then installs anew.',
    );
  });
}
