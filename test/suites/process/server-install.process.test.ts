import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
let home: string;

/**
 * Prepares a folder like a server's: the files of the repository, and the packages that `apps/host` needs.
 */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'server-'));
  const { stdout } = await run('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  for (const path of stdout.split('\0')) {
    const isMeant = path !== '' && !/^(docs|test)\//.test(path) && existsSync(join(root, path));
    if (isMeant) cpSync(join(root, path), join(home, path));
  }
  const only = ['--omit=dev', '--workspace', 'apps/host'];
  await npm(['ci', ...only, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const npm = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  run('npm', args, {
    cwd: home,
    // A server does not have the settings of the person who runs the tests.
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^(npm_|NODE_|HOME|TMP|LANG)/i.test(name)),
      ),
      ...more,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    },
  });

/** Lists every file below node_modules with its size and time of change. */
const installed = () =>
  readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${mtimeMs}`;
    })
    .toSorted();

test('commands of the manual run without development packages or a network, and do not change the installation', async () => {
  const before = installed();
  expect(before.some((path) => path.includes('/node_modules/vite/'))).toBe(false);
  const offline = { npm_config_offline: 'true', DATA_DIR: join(home, '.data') };
  for (const [args, expectedMessage] of [
    [['run', '-s', 'db:migrate'], 'The database is up to date.'],
    [['run', '-s', 'admin', '--', 'people', 'nobody'], 'Nothing found.'],
    [['run', '-s', 'money', '--', 'review'], 'Nothing found.'],
  ] as const)
    expect((await npm(args, offline)).stdout).toContain(expectedMessage);
  const { stdout } = await npm(['run', '-s', 'admin', '--', 'version'], offline);
  const { schema = '', database } =
    /^version {3}[\d.]+\ncommit {4}\w+\nschema {4}(?<schema>.+)\ndatabase {2}(?<database>.+)\n$/.exec(stdout)
      ?.groups ?? {};
  expect(schema).toMatch(/^identity \d{4}, payment \d{4}, project \d{4}$/);
  expect(database).toBe(schema);
  // An unknown command must fail, for a cron job that runs it; no command prints a stack trace.
  for (const [command, given, message] of [
    ['admin', 'nonsense', 'npm run admin -- '],
    ['db:backup', 'package.json', 'package.json is there already'],
  ] as const) {
    const failed = await npm(['run', '-s', command, '--', given], offline).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(message) as string });
    expect(failed).not.toMatchObject({ stderr: expect.stringContaining('    at ') as string });
  }
  expect(installed()).toEqual(before);
});

test('they report an installation of another release, and change nothing either', async () => {
  const lockfile = join(home, 'package-lock.json');
  const text = readFileSync(lockfile, 'utf8');
  onTestFinished(() => writeFileSync(lockfile, text));
  writeFileSync(lockfile, text.replace(/("node_modules\/fastify": \{\s+"version": )"[^"]+"/, '$1"0.0.1"'));
  const before = installed();
  const refused = { code: 1, stderr: expect.stringContaining('of another release') as string };
  await expect(npm(['run', '-s', 'db:migrate'])).rejects.toMatchObject(refused);
  await expect(npm(['-s', 'start'], { APP_MODE: 'production' })).rejects.toMatchObject(refused);
  expect(installed()).toEqual(before);
});
