/**
 * Tests the programs that the tests need from a machine. FULL=1 also tries the PostgreSQL of the npm package
 * where the machine has one: about 25 MB the first time.
 */
import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chromiumArgs, chromiumVersion, findChromium } from './chromium.ts';
import { createDatabase, startPostgres } from './postgres.ts';
import { IS_POSTGRES_FETCHED } from '../sizes.ts';

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const values: unknown[] = [];
  for (const statement of statements) {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    values.push(rows[0]?.[0]);
  }
  await client.end();
  return values;
}

afterEach(() => vi.unstubAllEnvs());

async function useServer(options: { packaged?: boolean }) {
  const server = await startPostgres(options);
  const settings = ['fsync', 'timezone', 'max_connections', 'listen_addresses', 'server_encoding'];
  const answers = await ask(server.url, 'select 1', ...settings.map((name) => `show ${name}`));
  const [dir] = (await ask(server.url, 'show data_directory')) as [string];

  const template = await createDatabase(server.url);
  await ask(template.url, 'create table kept as select 42 as value');
  const copies = await Promise.all(
    [1, 2, 3].map(() => createDatabase(server.url, { template: new URL(template.url).pathname.slice(1) })),
  );
  const values = await Promise.all(copies.map(({ url }) => ask(url, 'select value from kept')));
  await server.restart?.();
  const [afterCrash] = await ask(template.url, 'select value from kept');
  for (const { drop } of [...copies, template]) await drop();

  await server.stop();
  return { kind: server.kind, answers, values, afterCrash, left: existsSync(dir) };
}

const asWanted = {
  answers: [1, 'off', 'UTC', '800', '127.0.0.1', 'UTF8'],
  values: [[42], [42], [42]],
  afterCrash: 42,
  left: false,
};

describe('PostgreSQL', () => {
  test('starts as this user, gives each caller its database, survives a crash and leaves no files', async () => {
    vi.stubEnv('TEST_DATABASE_URL', undefined);
    expect(await useServer({})).toMatchObject(asWanted);
  });

  test.each(IS_POSTGRES_FETCHED ? ['packaged'] : [])(
    'comes from npm if the machine has none: %s',
    async (kind) => {
      expect(await useServer({ packaged: true })).toMatchObject({ ...asWanted, kind });
    },
  );

  test('has the major version of POSTGRES_MAJOR, and no other', async () => {
    vi.stubEnv('TEST_DATABASE_URL', undefined);
    const readServerMajor = async () => {
      const server = await startPostgres();
      const [version] = await ask(server.url, 'show server_version_num');
      await server.stop();
      return String(version).slice(0, 2);
    };
    const own = await readServerMajor();
    vi.stubEnv('POSTGRES_MAJOR', own);
    expect(await readServerMajor()).toBe(own);
    vi.stubEnv('POSTGRES_MAJOR', '9');
    await expect(readServerMajor()).rejects.toThrow(/asks for PostgreSQL 9; npm brings \d+/);
  });

  test('is the one of TEST_DATABASE_URL; if that is unreachable, the error names the remedy', async () => {
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://me:secret@127.0.0.1:1/postgres');
    const failure = await startPostgres().catch((error: unknown) => String(error));
    expect(failure).toMatch(/TEST_DATABASE_URL.*ECONNREFUSED.*unset it/);
    expect(failure).not.toContain('secret');
  });

  test('refuses a TEST_DATABASE_URL whose user is not a superuser', async () => {
    vi.stubEnv('TEST_DATABASE_URL', undefined);
    const server = await startPostgres();
    try {
      await ask(server.url, `create role guest login password 'guest'`);
      const guest = new URL(server.url);
      guest.username = guest.password = 'guest';
      vi.stubEnv('TEST_DATABASE_URL', guest.href);
      await expect(startPostgres()).rejects.toThrow(/is no superuser/);
      vi.stubEnv('TEST_DATABASE_URL', server.url);
      const reached = await startPostgres();
      await reached.stop();
      expect([reached.kind, await ask(server.url, 'select 1')]).toEqual(['reachable', [1]]);
    } finally {
      await server.stop();
    }
  });
});

describe('Chromium', () => {
  test('is found and reports its version', async () => {
    expect(chromiumVersion(await findChromium())).toMatch(/\d+\.\d+/);
    expect(chromiumArgs.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
  });

  test('a CHROMIUM_PATH that is not a Chromium is an error that names the remedy', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/bin/sh');
    await expect(findChromium()).rejects.toThrow(/CHROMIUM_PATH is \/bin\/sh.*unset it/);
  });
});
