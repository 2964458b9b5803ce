import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { freePort } from '../../support/machine/ports.ts';
import { createDatabase, startPostgres } from '../../support/machine/postgres.ts';
import { BACKENDS, startProcess, stopProcess } from '../../support/product.ts';
import { testSecrets } from '../../support/secrets.ts';

const databaseUrlSetting = (name: string) => `${name.toUpperCase()}_DATABASE_URL`;

test('each service uses its own database if its setting says so, and so do all commands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'databases-'));
  const server = await startPostgres();
  const databases = await Promise.all(
    CONTRACTS.map(async ({ name }) => ({ name, ...(await createDatabase(server.url)) })),
  );
  const another = await createDatabase(server.url);
  onTestFinished(async () => {
    for (const { drop } of [...databases, another]) await drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const urls = Object.fromEntries(databases.map(({ name, url }) => [databaseUrlSetting(name), url]));
  const settings: Record<string, string> = { ...(await testSecrets()), ...urls, DATA_DIR: folder };
  const run = (script: string, args: string[] = [], own = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...settings, ...own },
    });
    return { status, output: stdout + stderr };
  };
  const queryRows = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.end();
    return rows;
  };
  const listSchemas = async (url: string) =>
    (
      await queryRows(
        url,
        `select nspname as name from pg_namespace
         where nspname !~ '^pg_|^(information_schema|public)$' order by nspname`,
      )
    ).map(({ name }) => name);

  expect(run('db-migrate')).toEqual({ status: 0, output: 'The database is up to date.\n' });
  for (const { name, url } of databases) expect(await listSchemas(url)).toEqual([name, `${name}_jobs`]);

  const port = await freePort();
  const { child, url } = await startProcess({
    ...settings,
    SERVICES: BACKENDS,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO_DATA: 'none',
    MIGRATE: 'never',
    METRICS_PORT: String(port),
  });
  const email = 'abena.apart@example.test';
  const registered = await fetch(`${url}${IDENTITY_BASE}${registerPerson.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password: 'a long enough password',
      firstName: 'Abena',
      lastName: 'Apart',
      role: 'RESEARCHER',
      agreedToTerms: true,
    }),
  });
  expect(registered.status).toBe(201);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('database_answers 1\n');
  for (const { name } of databases) expect(metrics).toContain(`role="${name}_app"`);
  const payment = databases.find(({ name }) => name === 'payment');
  await queryRows(
    payment?.url ?? '',
    `insert into payment.pauses (provider, reason) values ('mtn', 'BY_HAND')`,
  );

  expect(run('admin', ['people', 'abena'])).toMatchObject({
    status: 0,
    output: expect.stringContaining(email),
  });
  expect(run('admin', ['audit']).output).toContain('identity');
  expect(run('admin', ['dead-letters']).status).toBe(0);
  expect(run('admin', ['version']).output).toMatch(/database +identity \d+, payment \d+, project \d+\n/);
  expect(run('money', ['review']).status).toBe(0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await stopProcess(child);

  const file = join(folder, 'backup');
  expect(run('db-backup', [file]).output).toContain('since services have databases of their own');
  expect(existsSync(file)).toBe(false);
  expect(run('db-backup', [file, 'people']).output).toContain('identity | payment | project');
  const { status, output } = run('db-backup', [file, 'payment']);
  if (status !== 0) return expect(output).toMatch(/^pg_dump (is not here|failed)/m);
  const restored = run('db-restore', [file, 'payment'], { PAYMENT_DATABASE_URL: another.url });
  expect(restored).toMatchObject({ status: 0 });
  expect(await listSchemas(another.url)).toEqual(['payment', 'payment_jobs']);
  expect(await queryRows(another.url, 'select reason from payment.pauses')).toEqual([{ reason: 'BY_HAND' }]);
});
