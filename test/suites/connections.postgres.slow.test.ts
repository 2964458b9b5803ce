// Slow: it takes the database of a whole app away and brings it back, and waits for each effect.
import { setTimeout } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { oneForAll, transaction } from '@app/kit/database.ts';
import { openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { findNewerSchemas } from '@app/kit/migrations.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { migrateAll, openProcess } from '@app/kit/process.ts';
import { waitForServer } from '@app/kit/reach-server.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { useApp } from '../support/app.ts';
import { createDatabase } from '../support/machine/postgres.ts';
import { PASSWORD, readEmailLink, registerResearcher } from '../support/people.ts';
import { throughPort } from '../support/pooler.ts';
import { startRelay } from '../support/relay.ts';
import { TIMEOUT_FACTOR } from '../support/sizes.ts';

const app = useApp({}, undefined, { isOwn: true });

const log = createLog('silent');

test('a start waits for a database server that starts later', async () => {
  const relay = await startRelay();
  onTestFinished(() => relay.close());
  const engine = openPostgres({ url: throughPort(app.databaseUrl ?? '', relay.port), poolSize: 1, log });
  const lines: string[] = [];
  const reached = waitForServer(engine.owner, {
    waitSeconds: 600,
    log: createLog('warn', { write: (line) => lines.push(line) }),
  });
  await expect.poll(() => lines.join()).toContain('the database does not answer yet');
  relay.leadTo(Number(new URL(app.databaseUrl ?? '').port));
  await reached;
  expect(lines).toHaveLength(1);
  await engine.close();
});

test('a migration without permission names the missing permission', async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const [name, password] = [`nobody_${randomBytes(4).toString('hex')}`, 'only for this test'];
  const { owner } = app.engine;
  await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(owner);
  const own = new URL(url);
  Object.assign(own, { username: name, password });
  const engine = openPostgres({ url: own.href, poolSize: 1, log });
  await expect(migrateAll(engine, SERVICES)).rejects.toThrow(
    /The identity schema cannot be made\. The user that migrates \(DATABASE_URL\) .*`alter role … createrole`/,
  );
  await engine.close();
  await drop();
  await sql`drop role ${sql.id(name)}`.execute(owner);
});

test('a database that cannot store our texts is refused before anything is written', async () => {
  const name = `latin_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const own = new URL(inject('postgresUrl'));
  own.pathname = `/${name}`;
  const engine = openPostgres({ url: own.href, poolSize: 1, log });
  await expect(waitForServer(engine.owner, { waitSeconds: 0, log })).rejects.toThrow(
    'the database has the encoding LATIN1, and UTF8 is needed',
  );
  await engine.close();
  await administer(`drop database ${name}`);
});

test('a schema migrated by a newer version is named, with both version numbers', async () => {
  const { owner } = app.engine;
  expect(await findNewerSchemas(owner, SERVICES)).toEqual([]);
  await sql`insert into payment.migrations (name, timestamp) values ('9999_newer', now()::text)`.execute(
    owner,
  );
  expect(await findNewerSchemas(owner, SERVICES)).toEqual([
    { schema: 'payment', known: expect.stringMatching(/^\d{4}$/) as string, applied: '9999' },
  ]);
  await sql`delete from payment.migrations where name = '9999_newer'`.execute(owner);
});

test('O4 a full disk refuses new connections: not ready, shown in metrics, until there is space', async () => {
  const metrics = { observe() {}, watch: (ask: () => Promise<boolean>) => void (takesWrites = ask) };
  let takesWrites = async () => true;
  const engine = openPostgres({ url: app.databaseUrl ?? '', poolSize: 2, log, patience: TIMEOUT_FACTOR });
  const node = await openProcess({
    services: [],
    databases: oneForAll(engine),
    environment: {},
    log,
    sendMail: async () => {},
    origins: {},
    metrics,
  });
  const full = Object.assign(new Error('could not write init file'), { code: 'XX000', severity: 'FATAL' });
  node.app.get('/full', () => Promise.reject(full));
  const requestStatus = async (path: string) => (await node.app.inject(path)).statusCode;
  expect(await takesWrites()).toBe(true);
  // Simulates a server that still refuses connections.
  const writes = vi.spyOn(engine, 'ping').mockRejectedValue(full);
  expect(await requestStatus('/full')).toBe(503);
  expect([await requestStatus('/readyz'), await takesWrites()]).toEqual([503, false]);
  writes.mockRestore();
  expect([await requestStatus('/readyz'), await takesWrites()]).toEqual([200, true]);
  await node.stop();
});

/** Runs a statement on a separate connection, which its effects on the test's database do not block. */
async function administer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(text.replaceAll(':name', new URL(app.databaseUrl ?? '').pathname.slice(1)));
  await client.end();
}

const isReady = async () => (await app.process.app.inject('/readyz')).statusCode;

/** Makes a call that writes, by a permitted person. */
async function creating() {
  const as = await registerResearcher(app, { verified: true });
  const body = { creatorId: as.userId, projectName: 'Market payments' };
  return () => app.call(createProject, { as, body });
}

const registration = () => ({
  email: `${crypto.randomUUID()}@example.test`,
  password: PASSWORD,
  firstName: 'Esi',
  lastName: 'Later',
  role: 'RESEARCHER',
  agreedToTerms: true,
});

test('O4 a read-only server: requests fail briefly, not ready; then everything continues', async () => {
  const create = await creating();
  expect((await create()).status).toBe(201);
  await expect.poll(isReady).toBe(200);

  await administer('alter database :name set default_transaction_read_only = on');
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = ':name'`);
  await expect.poll(isReady).toBe(503);
  // This is more often than a service has connections.
  for (let time = 0; time < 12; time += 1) {
    const { status, headers } = await create();
    expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
  }
  // Connections of jobs would stay read-only too, and no job would run.
  const jobs = openJobs(app.engine, {
    schema: 'identity',
    role: 'identity_app',
    queues: [],
    log,
  });
  await expect(jobs).rejects.toMatchObject({ code: '25006' });
  // Connections of a service that only reads would stay read-only too.
  const engine = openPostgres({ url: app.databaseUrl ?? '', poolSize: 1, log });
  const read = sql`select 1`.execute(engine.connect<unknown>('project_app'));
  await expect(read).rejects.toMatchObject({ code: '25006' });
  await engine.close();

  await administer('alter database :name reset default_transaction_read_only');
  await expect.poll(isReady).toBe(200);
  expect((await create()).status).toBe(201);
  // Other services recover too, and jobs continue: this email is one.
  const body = registration();
  expect((await app.call(registerPerson, { body })).status).toBe(201);
  await readEmailLink(app, body.email, '/verify-email/');
});

test('O4 a connection that became read-only, e.g. after a reload, is closed by the first write', async () => {
  const engine = openPostgres({ url: app.databaseUrl ?? '', poolSize: 1, log });
  const db = engine.connect<unknown>('project_app');
  const write = () => transaction(db, (trx) => sql`create temporary table room (id int8)`.execute(trx));
  await sql`set default_transaction_read_only = on`.execute(db);
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await write();
  await engine.close();
});

test('O4 a database password that changes first there: requests fail briefly; then everything continues', async () => {
  const [name, password] = [`node_${randomBytes(4).toString('hex')}`, 'only for this test'];
  const roles = SERVICES.map(({ role }) => role).join(', ');
  await administer(`create role ${name} login password '${password}' in role ${roles}`);
  // Its socket requires no password.
  const own = new URL(throughPort(app.databaseUrl ?? '', Number(new URL(app.databaseUrl ?? '').port)));
  Object.assign(own, { username: name, password });
  const engine = openPostgres({ url: own.href, poolSize: 2, log, patience: TIMEOUT_FACTOR });
  const node = await openProcess({
    services: SERVICES,
    databases: oneForAll(engine),
    environment: app.settings,
    log,
    sendMail: async () => {},
    origins: {},
  });
  const ask = async (url: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET';
    const answer = await node.app.inject({ method, url, ...(payload && { payload }) });
    return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0) > 0];
  };
  const write = () => ask(`${IDENTITY_BASE}${registerPerson.path}`, registration());
  expect(await write()).toEqual([201, false]);
  await expect.poll(() => ask('/readyz')).toEqual([200, false]);

  await administer(`alter role ${name} password 'another'`);
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`);
  await expect.poll(async () => (await ask('/readyz'))[0]).toBe(503);
  for (let time = 0; time < 6; time += 1) expect(await write()).toEqual([503, true]);
  await administer(`alter role ${name} password '${password}'`);
  await expect.poll(() => ask('/readyz')).toEqual([200, false]);
  expect(await write()).toEqual([201, false]);
  await node.stop();
  await administer(`drop role ${name}`);
});

test('a node whose database is full is not ready, from the first failing call until there is space', async () => {
  const { owner } = app.engine;
  const create = await creating();
  // The test's disk has space: only rows of projects and new tables are refused.
  const refusing = (name: string, returns: string) => sql`
    create function public.${sql.id(name)}() returns ${sql.raw(returns)} language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$`;
  await refusing('refuse_row', 'trigger').execute(owner);
  await refusing('refuse_table', 'event_trigger').execute(owner);
  await sql`create trigger full_disk before insert on project.projects execute function public.refuse_row()`.execute(
    owner,
  );
  await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function public.refuse_table()`.execute(owner);
  await expect.poll(isReady).toBe(200);
  expect([(await create()).status, await isReady(), await isReady()]).toEqual([503, 503, 503]);
  await sql`drop event trigger full_disk`.execute(owner);
  await sql`drop trigger full_disk on project.projects`.execute(owner);
  await expect.poll(isReady).toBe(200);
  expect((await create()).status).toBe(201);
});

test('a connection check that exceeds its caller’s wait takes no connection from the pool', async () => {
  const engine = openPostgres({ url: app.databaseUrl ?? '', poolSize: 1, log, patience: 0.2 });
  const checks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const db = engine.connect<unknown>('project_app', () => checks[count++]?.promise ?? Promise.resolve());
  checks[0]?.resolve();
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  let second: ReturnType<typeof ask> | undefined;
  await db
    .connection()
    .execute(async (one) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one);
      second = ask();
      second.catch(() => {});
      await administer(`select pg_terminate_backend(${rows[0]?.pid})`);
      await sql`select 1`.execute(one).catch(() => {});
    })
    .catch(() => {});
  // The wait, a fifth of three seconds, ends while its connection is checked.
  await setTimeout(1000);
  checks[1]?.resolve();
  await second?.catch(() => {});
  const answers = () =>
    ask().then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);
  await engine.close();
});
