import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { runChild } from '../../../scripts/child.mjs';

const print = (text: string) => process.stderr.write(`[machine] ${text}\n`);

/** Runs a command with its output on stderr, and returns whether it succeeded. */
const run = (command: string, args: readonly string[], env = process.env): Promise<boolean> =>
  runChild(command, args, { env, stdio: ['ignore', 2, 2] }).then(
    (code) => code === 0,
    () => false,
  );

/** Starts a headless Chromium the same way everywhere; its sandbox does not work for root. */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** The headless shell has no windows: the same engine for half the work. */
const BROWSER_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
    const base = process.env[name];
    return base ? [join(base, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
];

/**
 * Returns the version of a Chromium, or undefined for anything else, such as Ubuntu's stub script. On Windows
 * a browser would open a window, so its existence must be enough.
 */
export function chromiumVersion(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if (process.platform === 'win32') return 'not asked';
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom(e|ium)\D*\d+\./.test(stdout) ? stdout.trim() : undefined;
}

function findInstalled(): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const dirs = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = BROWSER_NAMES.flatMap((name) => dirs.map((dir) => join(dir, name + suffix)));
  return [...onPath, ...PLACES, chromium.executablePath()].find(
    (path) => chromiumVersion(path) !== undefined,
  );
}

/**
 * Returns whether root can install a real Chromium with apt-get: Ubuntu's package is a stub that requires
 * snap.
 */
function hasAptChromium(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || !existsSync('/etc/os-release'))
    return false;
  return !/^ID=.?ubuntu/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function installWithApt(): Promise<void> {
  print('No Chromium on this machine: installing the package of the system (about 100 MB, once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...wait, 'update'], env);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', name], env)) return;
  }
}

async function downloadWithPlaywright(): Promise<void> {
  print('No Chromium on this machine: fetching the one of Playwright (about 180 MB, once) …');
  const require = createRequire(import.meta.url);
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const withLibraries = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? ['--with-deps'] : [];
  await run(process.execPath, [cli, 'install', ...withLibraries, 'chromium']);
}

/**
 * Returns the path of a working Chromium: CHROMIUM_PATH, an installed one, the system's package (as root with
 * apt-get), or Playwright's download. Reports downloads on stderr; throws with the remedy.
 */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (chromiumVersion(given) !== undefined) return given;
    throw new Error(
      `CHROMIUM_PATH is ${given}, which does not answer to --version as a Chromium does. ` +
        'Correct it, or unset it: then one is looked for and, if need be, fetched.',
    );
  }
  let found = findInstalled();
  if (found === undefined && hasAptChromium()) {
    await installWithApt();
    found = findInstalled();
  }
  if (found !== undefined) return found;
  await downloadWithPlaywright();
  found = findInstalled();
  if (found !== undefined) return found;
  throw new Error(
    'No working Chromium was found and none could be fetched, as is said above. Install Chromium or Google Chrome and set ' +
      'CHROMIUM_PATH to it, or give this machine a network; if only libraries lack, run ' +
      '"sudo npx playwright install-deps chromium".',
  );
}
