import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { PROJECTS } from '../support/tiers.ts';

const Job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.int(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) }).optional(),
  steps: z.array(
    z.object({ run: z.string().optional(), uses: z.string().optional(), with: z.unknown().optional() }),
  ),
});
const Workflow = z.object({
  name: z.string(),
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(z.string(), Job),
});
const read = (path: string) => readFileSync(path, 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as unknown;

const folder = '.github/workflows';
const workflows = Object.fromEntries(
  globSync(`${folder}/*.yml`).map((path) => [
    path.slice(folder.length + 1),
    Workflow.parse(parse(read(path))),
  ]),
);
const allJobs = Object.values(workflows).flatMap(({ jobs }) => Object.values(jobs));
const steps = allJobs.flatMap((job) => job.steps);
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(readJson('package.json'));

/** Returns the npm scripts and files that a command names and this repository lacks. */
function findUnknown(command: string): string[] {
  const names = [...command.matchAll(/\bnpm (?:run )?(?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
  const files = command.match(/(?<![\w/.@-])(?:scripts|test|tools|deploy|bench)\/[\w./-]+/g) ?? [];
  return [...names.filter((name) => !(name in scripts)), ...files.filter((path) => !existsSync(path))];
}

describe('the workflows', () => {
  test('name only npm scripts and files that exist, and so does what CI runs', () => {
    const commands = [...steps.flatMap(({ run = [] }) => run), ...globSync('.ci/*').map(read)];
    expect(commands.filter((command) => /\bnpm /.test(command)).length).toBeGreaterThan(4);
    expect(commands.flatMap(findUnknown)).toEqual([]);
    expect(findUnknown('npm run no-such && npm test -- x\nnode scripts/run.mjs scripts/gone.ts')).toEqual([
      'no-such',
      'scripts/gone.ts',
    ]);
  });

  test('use actions by their major version, and files that exist', () => {
    const used = steps.flatMap(({ uses = [] }) => uses);
    expect(used.filter((action) => !/^[\w-]+(?:\/[\w-]+)+@v\d+$/.test(action))).toEqual([]);
    const given = steps.flatMap((step) => {
      const { 'node-version-file': versions = [], file = [] } = (step.with ?? {}) as Record<string, string>;
      return [versions, file].flat();
    });
    expect(new Set(given)).toEqual(new Set(['.nvmrc', 'deploy/Dockerfile']));
    expect(given.filter((path) => !existsSync(path))).toEqual([]);
  });

  const { logic, database, chromium } = workflows['check.yml']!.jobs;
  const commandsOf = ({ steps: own }: z.infer<typeof Job>) => own.flatMap(({ run = [] }) => run).join('\n');

  test('run every project of both tiers on each change', () => {
    const named = [logic, database].flatMap((job) =>
      [...commandsOf(job!).matchAll(/--project (?:"([^"]+)"|(\S+))/g)].map(
        ([, quoted, bare]) => quoted ?? bare,
      ),
    );
    expect(new Set(named)).toEqual(new Set([...PROJECTS.first, ...PROJECTS.slow]));
    expect(new Set(named).size).toBe(named.length);
  });

  test('run every shard in Chromium', () => {
    const { shard: shards = [] } = chromium!.strategy!.matrix;
    expect(commandsOf(chromium!)).toContain(`--shard \${{ matrix.shard }}/${shards.length}`);
    expect(shards).toEqual(shards.map((_, at) => at + 1));
  });

  test('run the oldest PostgreSQL that the settings allow, and the one of the containers', () => {
    const [, oldest] = /PostgreSQL server, version (\d+) or newer/.exec(read('.env.example')) ?? [];
    const [, newest] = /image: postgres:(\d+)/.exec(read('deploy/compose.yaml')) ?? [];
    expect(database!.strategy!.matrix['postgres']).toEqual([Number(oldest), Number(newest)]);
  });
});

test('.nvmrc names the Node.js of tools/node, and the image has its major version', () => {
  const version = read('.nvmrc').trim();
  const { optionalDependencies } = readJson('tools/node/package.json') as {
    optionalDependencies: Record<string, string>;
  };
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
  const images = read('deploy/Dockerfile').match(/^FROM node:\S+/gm);
  expect(new Set(images)).toEqual(new Set([`FROM node:${version.split('.', 1)[0]}-slim`]));
});

test('forms for issues and the settings of Renovate can be parsed', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml').map((path) => parse(read(path)) as object);
  expect(forms.length).toBeGreaterThan(2);
  for (const form of forms) expect('body' in form || 'blank_issues_enabled' in form).toBe(true);
  expect(readJson('renovate.json')).toHaveProperty('extends');
});
