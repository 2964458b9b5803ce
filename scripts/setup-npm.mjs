// npm as a tool of the setup: found wherever it is, run under our Node, its failures told with a remedy.
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { runChild } from './child.mjs';

const SILENCE_MS = 10_000;
/** Four quick attempts more, half a minute in all: npm's own two leave a newcomer waiting for over a minute. */
const RETRIES = [
  '--fetch-retries=4',
  '--fetch-retry-factor=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
];
export const NO_NETWORK =
  'The package registry was not reached. Check the network (and HTTPS_PROXY, if you need one), then run the same command again.';

/** A setup that failed: the message says what, the remedy what the reader can do about it. */
export class SetupError extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

export const say = (text) => process.stderr.write(`[setup] ${text}\n`);

const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';

/** The environment for programs of this project: that Node first on the path, and none of npm's script variables. */
export function programEnv(node) {
  const env = { ...process.env };
  for (const key of Object.keys(env)) if (/^npm_(package|lifecycle)_/.test(key)) delete env[key];
  return { ...env, [pathKey]: [dirname(node), env[pathKey]].filter(Boolean).join(delimiter) };
}

function installEnv(node) {
  const env = programEnv(node);
  for (const key of ['NODE_ENV', 'npm_config_local_prefix', 'npm_config_workspace', 'npm_config_workspaces'])
    delete env[key];
  if (env.HOME === '') delete env.HOME;
  // The packaged Node brings its own list of authorities; behind a company's proxy the machine's own is needed too.
  env.NODE_USE_SYSTEM_CA ??= '1';
  // npm fails where it cannot write its cache, as for a user without a home folder.
  const cache = env.npm_config_cache ?? join(env.HOME ?? homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    env.npm_config_cache = join(tmpdir(), `npm-cache-${userInfo().uid}`);
  }
  return env;
}

/** How to start npm: its script for our Node, or a command where npm is not a script. Throws when there is none. */
function findNpm(node) {
  const given = process.env.npm_execpath;
  if (given && basename(given) === 'npm-cli.js' && existsSync(given)) return [node, given];
  const script = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  for (const dir of [dirname(process.execPath), ...(process.env[pathKey] ?? '').split(delimiter)]) {
    for (const file of [join(dir, script), join(dir, '..', 'lib', script)])
      if (existsSync(file)) return [node, file];
    const command = join(dir, 'npm');
    if (process.platform === 'win32' || !existsSync(command)) continue;
    const real = realpathSync(command);
    return basename(real) === 'npm-cli.js' ? [node, real] : [command];
  }
  throw new SetupError(
    'npm was not found.',
    'Install npm (it comes with https://nodejs.org/en/download), then run the same command again.',
  );
}

/** What npm's last words point to, as a remedy. */
export function remedyFor(output) {
  if (/EUSAGE/.test(output))
    return 'package.json and package-lock.json differ: run "npm install" once and keep both files.';
  if (/_CERT_|CERT_|self.signed certificate/.test(output))
    return "The registry's certificate was not accepted. Behind a company proxy set NODE_EXTRA_CA_CERTS to its certificate file, then run the same command again.";
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ERR_SOCKET|ENETUNREACH|EHOSTUNREACH|network/i.test(output))
    return NO_NETWORK;
  if (/ENOSPC/.test(output)) return 'The disk is full: free about 1 GB, then run the same command again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return 'This user may not write here: use a folder of your own, or give this one to your user (chown).';
  return 'Read what npm says above, then run the same command again. If it stays: delete node_modules and try once more.';
}

/**
 * Runs `npm ci` in a folder, saying so, with npm's words on stderr. Gives how long it took, as text.
 * Throws a SetupError when it fails.
 */
export async function install(node, dir, what) {
  const [command, ...before] = findNpm(node);
  const args = [
    ...before,
    'ci',
    '--include=optional',
    '--include=dev',
    '--no-fund',
    '--no-audit',
    '--engine-strict=false',
    '--loglevel=warn',
    ...RETRIES,
  ];
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  let heard = started;
  let output = '';
  say(`Installing ${what} …`);
  const heartbeat = setInterval(() => {
    if (Date.now() - heard < SILENCE_MS) return;
    heard = Date.now();
    say(`… still installing ${what} (${seconds()})`);
  }, 1_000);
  const hear = (data) => {
    heard = Date.now();
    output = (output + data).slice(-20_000);
    process.stderr.write(data);
  };
  try {
    const options = { cwd: dir, env: installEnv(node), stdio: ['ignore', 'pipe', 'pipe'] };
    const code = await runChild(command, args, options, hear);
    if (code !== 0)
      throw new SetupError(`Installing ${what} failed (npm ended with ${code}).`, remedyFor(output));
  } finally {
    clearInterval(heartbeat);
  }
  return seconds();
}
