import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { moneyCommandWords } from '@app/words/money-commands.ts';
import { freePort } from '../../support/machine/ports.ts';
import { startPostgres } from '../../support/machine/postgres.ts';
import { cronCommands, inFolder, writeFakeCommands } from '../../support/doc-commands.ts';

const source = join(import.meta.dirname, '..', '..', '..');
const [, page = ''] =
  /### In containers\n([^]+?)\n### /.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
const [backup = '', restore = ''] = [...page.matchAll(/```sh\n([^]+?)```/g)].map(([, text = '']) => text);

test('in containers, the nightly backup and the commands of docs/operating.md restore the original data', async () => {
  const server = await startPostgres();
  const root = mkdtempSync(join(tmpdir(), 'containers-'));
  onTestFinished(async () => {
    await run('docker compose stop app').catch(() => {});
    await server.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });
  // The programs of another version cannot read it.
  if (server.kind !== 'system') return;
  const opt = join(root, 'opt/nkomo');
  mkdirSync(opt, { recursive: true });
  cpSync('deploy', join(opt, 'deploy'), { recursive: true });
  symlinkSync(source, join(root, 'image'));
  const port = await freePort();
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(npm_|NODE_|HOME$|TMP|LANG)/i.test(name)),
    ),
    PATH: `${writeFakeCommands(root)}:${dirname(process.execPath)}:${process.env['PATH']}`,
    ROOT: root,
    SERVER_URL: server.url,
    APP_PORT: String(port),
  };
  const run = (commands: string) =>
    promisify(execFile)('sh', ['-c', inFolder(commands, root)], { cwd: opt, env });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  const ask = async (database: string, statement: string) => {
    const address = new URL(server.url);
    address.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    const { rows } = await client.query<{ said: number }>(statement);
    await client.end();
    return rows[0]?.said;
  };
  const write = (event: string) =>
    ask('nkomo', `insert into identity.audit (audit_id, event) values (gen_random_uuid(), '${event}')`);
  const count = (database: string) =>
    ask(database, "select count(*)::int as said from identity.audit where event like 'CONTAINER_%'");

  await run(
    `echo smtp://127.0.0.1:2525 | node ${source}/scripts/new-settings.ts deploy/.env --host research.example --admin-email you@research.example`,
  );
  await run('docker compose -f deploy/compose.yaml up --detach --wait');
  await expect.poll(isReady).toBe(200);
  await write('CONTAINER_BEFORE');
  await ask('nkomo', "insert into payment.migrations (name, timestamp) values ('9999_newer', now()::text)");
  for (const command of cronCommands(readFileSync('deploy/nkomo-containers.cron', 'utf8')))
    await run(command);
  await run(backup);
  expect(readdirSync(join(root, 'var/backups/nkomo')).toSorted()).toEqual([
    `${new Date().toISOString().slice(0, 10)}.dump`,
    'by-hand.dump',
  ]);
  await write('CONTAINER_AFTER');
  await run(restore);
  await expect.poll(isReady).toBe(200);
  expect([await count('nkomo'), await count('nkomo_before')]).toEqual([1, 2]);
  const moneyCommands = page.match(/docker compose \S+ \S+ exec app node scripts\/money.ts \w+/g) ?? [];
  expect(moneyCommands).toHaveLength(2);
  for (const command of moneyCommands)
    expect((await run(command.replace('exec', 'exec -T'))).stdout).toBe(`${moneyCommandWords.none}\n`);
  const audit = await run(
    'docker compose -f deploy/compose.yaml exec -T app node scripts/admin.ts audit --since 2000-01-01',
  );
  expect(audit.stdout).toContain('CONTAINER_BEFORE');
  const log = readFileSync(join(root, 'app.log'), 'utf8');
  expect(log).toMatch(/"applied":"9999".*the schema of the database is newer than this version/);
  // A command without an effect exits with 1, for scripts.
  for (const [command, output] of [
    ['accept nobody@example.test', 'No person has this id or email'],
    ['try email you@research.example', 'ECONNREFUSED'],
    ['try provider', 'No payment provider is set'],
  ])
    await expect(
      run(`docker compose -f deploy/compose.yaml exec -T app node scripts/admin.ts ${command}`),
    ).rejects.toMatchObject({ stderr: expect.stringContaining(output ?? '') as string });
  expect(audit.stdout).toMatch(/OLD_AUDIT_DELETED +cron \(\w+\): /);
});
