// Runs a script of this project under a Node.js new enough for it, installing what is missing first:
//   node scripts/run.mjs [options of Node.js] <script> [arguments]
// Plain JavaScript without dependencies, for Node 20 and newer: it has to work before anything is installed.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { SetupError, assertInstalled, install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** These run beside the processes of a server and must not change its installation. */
const OPERATOR_SCRIPTS = /^scripts\/(admin|money|new-settings|db-\w+)\.ts$/;

const readPackageJson = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));

/**
 * Returns this Node.js if it is new enough, otherwise the one of tools/node, which is installed if missing.
 */
async function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= 21)) return process.execPath;
  const dir = join(root, 'tools', 'node');
  await install(dir, `Node 26 for this folder alone (60 MB, since yours is ${process.version})`);
  // Their names follow no pattern, and npm installs only the one for this platform.
  const homes = Object.keys(readPackageJson(dir).optionalDependencies).map((name) =>
    join(dir, 'node_modules', name),
  );
  const home = homes.find(existsSync);
  if (home) return join(home, readPackageJson(home).bin.node);
  throw new SetupError(
    `Node ${process.version} is too old for this project, which needs 24.21 or 26, and npm has none for this ` +
      'platform. Install Node 26 yourself (https://nodejs.org/en/download) and run the same command again.',
  );
}

try {
  const node = await ensureNode();
  process.env.PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  const isOfServer =
    process.env.APP_MODE === 'production' ||
    process.argv.slice(2).some((given) => OPERATOR_SCRIPTS.test(given));
  if (isOfServer && existsSync(join(root, 'node_modules'))) assertInstalled(root);
  else {
    await install(root, 'the packages of this project', node);
    // Compiling takes a quarter of a start. If this folder cannot be written, Node.js continues without it.
    process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node-compile');
  }
  process.exitCode = await runChild(node, process.argv.slice(2), { stdio: 'inherit' });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`[setup] ${error.message}\n`);
  process.exitCode = 1;
}
