import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
/** Returns the lines of a service in compose.yaml. */
const serviceText = (name: string) =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, 'm').exec(compose)?.[1] ?? '';

/** Cells of the rows of docs/alarms.md. */
const rows = readFileSync('docs/alarms.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );

test('deploy/alarms.yml has every condition of docs/alarms.md, with its meaning and the remedy', () => {
  const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const documentedAlarms = rows.flatMap(([conditions = '', time = '', summary = '', action = '']) =>
    [...conditions.matchAll(/`([^`]*[<>=][^`]*)`/g)].map(([, condition]) => ({
      condition,
      time: time === '0' ? '0s' : time.replace(' min', 'm'),
      summary: plain(summary),
      action: plain(action),
    })),
  );
  expect(documentedAlarms.length).toBeGreaterThan(15);
  const rules = [
    ...read('alarms.yml').matchAll(
      /- alert: (\w+)\n +expr: '(.+)'\n +for: (\w+)\n +annotations:\n +summary: '(.+)'\n +action: '(.+)'\n/g,
    ),
  ].map((match) => match.slice(1).map((text) => text.replaceAll("''", "'")));
  expect(new Set(rules.map(([name]) => name)).size).toBe(rules.length);
  expect(rules.map(([, condition, time, summary, action]) => ({ condition, time, summary, action }))).toEqual(
    documentedAlarms,
  );
});

test('the Grafana dashboard shows every metric of the alarms, and only panels with queries', () => {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const metrics = (text: string) =>
    text.match(/\b(?:http|job|database|payment|project|nodejs)_[a-z0-9_]+/g) ?? [];
  const shown = new Set(queries.flatMap(metrics));
  const alarmed = rows.flatMap(([conditions = '']) => metrics(conditions));
  expect(alarmed.length).toBeGreaterThan(10);
  // A clock is right or wrong, and an amount follows its number, so no panel shows them.
  const left = new Set(['database_clock_difference_seconds', 'project_unsent_payables_pesewas']);
  expect(alarmed.filter((name) => !shown.has(name) && !left.has(name))).toEqual([]);
  expect(queries.every((query) => metrics(query).length > 0)).toBe(true);
});

test('the image installs the npm dependencies before anything else is copied, and backs up its own server version', () => {
  const [manifests = ''] = dockerfile.split('COPY . .');
  const { workspaces, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    workspaces: string[];
    devDependencies: Record<string, string>;
  };
  const folders = [
    ...globSync(workspaces.map((one) => `${one}/package.json`)).map((path) => dirname(path)),
    ...Object.values(devDependencies)
      .filter((one) => one.startsWith('file:'))
      .map((one) => one.slice('file:'.length)),
    // The build context excludes it.
  ].filter((folder) => folder !== 'test');
  for (const folder of folders)
    expect(manifests).toContain(`COPY ${folder}/package.json ${folder}/\n`.replaceAll('\\', '/'));
  // The image has one folder of packages: a workspace's own packages would be missing there.
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(
    /^ {4}"(apps|contracts|kit|services|words)\/.*node_modules\//m,
  );
  const [, server] = /image: postgres:(\d+)/.exec(compose) ?? [];
  expect(server).toBeDefined();
  expect(dockerfile).toContain(`install -y --no-install-recommends postgresql-client-${server} `);
});

test('the image contains no tests, and checks its health at the configured port', () => {
  const ignored = read('Dockerfile.dockerignore').split('\n');
  for (const tests of [
    '**/*.test.ts',
    '**/*.test.tsx',
    'services/*/test',
    'kit/test',
    'apps/web/test',
    'test',
  ])
    expect(ignored).toContain(tests);
  expect(/^HEALTHCHECK .+$/m.exec(dockerfile)?.[0]).toMatch(/process\.env\.PORT \|\| 3000/);
});

test('containers have bounded logs and only the permissions they need', () => {
  const [shared = ''] = compose.split('\nservices:\n');
  for (const line of ['no-new-privileges:true', 'max-size: 20m', "max-file: '5'"])
    expect(shared).toContain(line);
  for (const name of ['database', 'app', 'proxy']) expect(serviceText(name)).toContain('<<: *service\n');
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'cap_drop: [ALL]'])
    expect(serviceText('app')).toContain(`    ${line}\n`);
  expect(serviceText('proxy')).toContain('    cap_drop: [ALL]\n    cap_add: [NET_BIND_SERVICE]\n');
});
