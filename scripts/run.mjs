// Runs a script of this project under a Node.js new enough for it, installing what is missing first.
//
//   node scripts/run.mjs <script.ts> [arguments]      a file of this repository
//   node scripts/run.mjs --bin <name> [arguments]     a command that a package brings, such as vitest
//
// Plain JavaScript without dependencies, for Node 18 and newer: it has to work before anything is installed.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endsBySignal, runChild } from './child.mjs';
import { SetupError, programEnv, say } from './setup-npm.mjs';
import { setUp } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The JavaScript file behind a package's command. Throws a SetupError when no package brings it. */
function binFile(name) {
  const link = join(root, 'node_modules', '.bin', name);
  const own = join(root, 'node_modules', name);
  if (existsSync(join(own, 'package.json'))) {
    const { bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    const file = typeof bin === 'string' ? bin : bin?.[name];
    if (file) return join(own, file);
  }
  if (existsSync(`${link}.cmd`)) {
    // Windows has no links in .bin, but small command files that name the script.
    const target = /%dp0%\\([^"]+\.[cm]?js|[^"]+\\bin\\[^"]+)"/.exec(
      readFileSync(`${link}.cmd`, 'utf8'),
    )?.[1];
    if (target) return resolve(dirname(link), target);
  }
  if (existsSync(link)) return realpathSync(link);
  throw new SetupError(
    `No installed package brings the command "${name}".`,
    'Check its spelling in package.json.',
  );
}

async function main() {
  const [first, ...rest] = process.argv.slice(2);
  const isBin = first === '--bin';
  const target = isBin ? rest[0] : first;
  if (!target)
    throw new SetupError(
      'Nothing to run.',
      'Usage: node scripts/run.mjs <script> | --bin <name> [arguments]',
    );
  const node = await setUp(root);
  const file = isBin ? binFile(target) : resolve(target);
  if (!existsSync(file)) throw new SetupError(`There is no file ${file}.`, 'Check its name in package.json.');
  const args = isBin ? rest.slice(1) : rest;
  return runChild(node, [file, ...args], { stdio: 'inherit', env: programEnv(node) });
}

try {
  process.exitCode = await main();
} catch (error) {
  const code = endsBySignal();
  if (code === undefined) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    say(`What to do: ${error.remedy}`);
  }
  process.exitCode = code ?? 1;
}
