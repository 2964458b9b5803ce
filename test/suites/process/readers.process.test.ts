import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import { exportStatement, readStatement } from '@app/contracts/payment/statements.ts';
import { exportApplicants } from '@app/contracts/project/applicants.ts';
import { browseStudies, listPublicStudies, readPublicStudy } from '@app/contracts/project/browsing.ts';
import { readFunnel } from '@app/contracts/project/funnel.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { oneForAll } from '@app/kit/database.ts';
import { runWithRequest } from '@app/kit/current-request.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { migrateAll } from '@app/kit/process.ts';
import { createOpenStudies } from '../../../apps/host/src/open-studies.ts';
import { SERVICES } from '../../../apps/host/src/services.ts';
import { makeProject, makePublished } from '../../../services/project/test/studies.ts';
import { type TestApp, openNode } from '../../support/app.ts';
import { distinctCounts, openPage, listenForOrigin } from '../../support/event-stream.ts';
import { startPostgres } from '../../support/machine/postgres.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';
import { startRelay } from '../../support/relay.ts';
import { testSecrets } from '../../support/secrets.ts';
import { TIMEOUT_FACTOR } from '../../support/sizes.ts';
import { wideLimits } from '../../support/wide-limits.ts';

/** A browser sends this for ten seconds after a write. */
const WROTE = { cookie: '__Host-written=1' };
const setCookieHeaders = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']].flat();

/** Opens all services on a primary with a replica; returns undefined if no copy can be made. */
async function openWithReplica() {
  const primary = await startPostgres();
  if (!primary.startStandby) return undefined;
  const replication = await startRelay();
  replication.leadTo(Number(new URL(primary.url).port));
  const standby = await primary.startStandby(replication.port);
  const log = createLog('silent');
  const common = { url: primary.url, poolSize: 10, log, patience: TIMEOUT_FACTOR };
  const settings = { ...(await testSecrets()), ...wideLimits } as Record<string, string>;
  const open = async (readerUrls: string[]) => {
    const engine = openPostgres({ ...common, readerUrls });
    await migrateAll(engine, SERVICES);
    return { ...(await openNode(oneForAll(engine), settings, async () => {}, log)), engine };
  };
  const node = await open([standby.url]);
  const without = await open([]);
  const replica = new pg.Client({ connectionString: standby.url });
  replica.on('error', () => {});
  await replica.connect();
  onTestFinished(async () => {
    for (const { process } of [node, without]) await process.stop();
    replication.close();
    await standby.stop();
    await primary.stop();
  });
  const queryReplica = async (text: string) => (await replica.query<{ said: string }>(text)).rows[0]?.said;
  return {
    app: node as unknown as TestApp,
    without,
    standby,
    queryReplica,
    /** The time of a service's last read from the replica, by the replica’s own clock. */
    lastRead: () =>
      queryReplica(`
        select coalesce(max(query_start), '-infinity')::text as said from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend' and query !~ 'pg_last_wal_replay_lsn'`),
  };
}

test('data that may be seconds old is read from a replica, but never what its reader has just written', async (context) => {
  const place = await openWithReplica();
  if (!place) return context.skip();
  const { app, without, queryReplica, lastRead } = place;
  const [researcher, participant] = [
    await registerResearcher(app, { verified: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { id: projectId } = await makeProject(app, researcher);
  const { id } = await makePublished(app, researcher, { projectId });

  const year = String(new Date().getUTCFullYear());
  const reads: Record<string, (headers?: Record<string, string>) => Promise<{ status: number }>> = {
    public: (headers = {}) => app.call(listPublicStudies, { headers }),
    browsing: (headers = {}) => app.call(browseStudies, { as: participant, headers }),
    funnel: (headers = {}) => app.call(readFunnel, { as: researcher, params: { id }, headers }),
    applicants: (headers = {}) => app.call(exportApplicants, { as: researcher, params: { id }, headers }),
    statement: (headers = {}) => app.call(readStatement, { as: participant, params: { year }, headers }),
    export: (headers = {}) => app.call(exportStatement, { as: researcher, params: { year }, headers }),
    ownData: (headers = {}) => app.call(downloadOwnData, { as: participant, headers }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const isReadThere = async () => {
      const before = await lastRead();
      expect((await read()).status).toBe(200);
      return before === (await lastRead()) ? name : 'the replica';
    };
    await expect.poll(isReadThere).toBe('the replica');
    const before = await lastRead();
    expect((await read(WROTE)).status).toBe(200);
    expect([name, await lastRead()]).toEqual([name, before]);
  }

  await queryReplica('select pg_wal_replay_pause()');
  await expect.poll(() => queryReplica('select pg_get_wal_replay_pause_state() as said')).toBe('paused');
  const project = { creatorId: researcher.userId, projectName: 'Paused', description: 'Not replayed' };
  expect(setCookieHeaders(await app.call(createProject, { as: researcher, body: project }))).toEqual([
    '__Host-written=1; Max-Age=10; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
  expect(setCookieHeaders(await without.call(createProject, { as: researcher, body: project }))).toEqual([
    undefined,
  ]);
  const later = await makePublished(app, researcher, { projectId }, { isListed: true });
  expect(await createOpenStudies(app.process.app, undefined).find(later.id)).toMatchObject({ id: later.id });
  const find = async (headers: Record<string, string>) =>
    (await app.call(readPublicStudy, { params: { id: later.id }, headers })).status;
  for (let time = 0; time < 20; time += 1) expect(await find(WROTE)).toBe(200);
  // Others wait until it counts as too far behind, and then read from the primary.
  await expect.poll(() => find({})).toBe(200);
  expect(await queryReplica('select pg_get_wal_replay_pause_state() as said')).toBe('paused');
  await queryReplica('select pg_wal_replay_resume()');
  const before = await lastRead();
  await expect
    .poll(async () => {
      expect(await find({})).toBe(200);
      return lastRead();
    })
    .not.toBe(before);
});

/** Opens a database whose slightly stale reads may use the replica. */
function openReading(url: string, readerUrl: string) {
  const warnings: unknown[] = [];
  const log = createLog('silent');
  log.warn = (...words: unknown[]) => void warnings.push(String((words[0] as { err: unknown }).err));
  const engine = openPostgres({ url, readerUrls: [readerUrl], poolSize: 1, log, patience: TIMEOUT_FACTOR });
  const reader = engine.readers!.beside('postgres', engine.connect<unknown>('postgres'));
  const readAt = () =>
    runWithRequest({ id: 'reading', address: '127.0.0.1', mayReadLate: true }, async () => {
      const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(reader);
      return String(rows[0]?.port);
    });
  return { readAt, warnings, close: () => engine.close() };
}

test('a replica of another server, or a server that is no replica, is not read from', async (context) => {
  const [primary, another] = [await startPostgres(), await startPostgres()];
  if (!primary.startStandby) return context.skip();
  const replication = await startRelay();
  replication.leadTo(Number(new URL(primary.url).port));
  const next = await primary.startStandby(replication.port);
  const standby = await primary.startStandby(replication.port);
  const ask = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  onTestFinished(async () => {
    replication.close();
    for (const server of [standby, next, another, primary]) await server.stop();
  });
  await next.promote();
  // By its position alone it has all that the others wrote.
  await ask(primary.url, 'create table more as select generate_series(1, 400000)');
  for (const url of [another.url, next.url]) {
    const reading = openReading(url, standby.url);
    await expect
      .poll(() => String(reading.warnings))
      .toContain('Error: It follows another server than the primary');
    expect(await reading.readAt()).toBe(new URL(url).port);
    await reading.close();
  }

  const reading = openReading(primary.url, standby.url);
  await expect.poll(reading.readAt).toBe(new URL(standby.url).port);
  await ask(standby.url, `alter system set primary_conninfo = ''`);
  await ask(standby.url, 'select pg_reload_conf()');
  await expect.poll(reading.readAt, { timeout: 10_000 * TIMEOUT_FACTOR }).toBe(new URL(primary.url).port);
  await reading.close();
});

test('no read fails when a replica dies, and no more reads are sent to it', async (context) => {
  const place = await openWithReplica();
  if (!place) return context.skip();
  const { app, standby, lastRead } = place;
  const read = async () => (await app.call(listPublicStudies)).status;
  await expect
    .poll(async () => {
      const before = await lastRead();
      return (await read()) === 200 && before !== (await lastRead());
    })
    .toBe(true);
  let isDown = false;
  const reading = Array.from({ length: 5 }, async () => {
    const found = new Set<number>();
    for (let more = 20; more > 0; more -= Number(isDown)) found.add(await read());
    return [...found];
  });
  await standby.stop();
  isDown = true;
  expect(await Promise.all(reading)).toEqual(reading.map(() => [200]));
});

test('a page that is notified of a change sees it when it reads again', async (context) => {
  const place = await openWithReplica();
  if (!place) return context.skip();
  const { app, queryReplica, lastRead } = place;
  const [researcher, participant] = [
    await registerResearcher(app, { verified: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  const { id: projectId } = await makeProject(app, researcher);
  const browse = async () => (await app.call(browseStudies, { as: participant })).content.map(({ id }) => id);
  const page = await openPage(await listenForOrigin(app.process.app), participant);
  await expect.poll(() => page.counts.length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const before = await lastRead();
      await browse();
      return before !== (await lastRead());
    })
    .toBe(true);
  await queryReplica('select pg_wal_replay_pause()');
  await expect.poll(() => queryReplica('select pg_get_wal_replay_pause_state() as said')).toBe('paused');
  const changes = distinctCounts(page).length;
  const { id } = await makePublished(app, researcher, { projectId });
  await expect.poll(() => distinctCounts(page).length).toBeGreaterThan(changes);
  expect(await browse()).toContain(id);
  page.leave();
});

test('a silent primary does not delay a stop', async () => {
  const server = await startPostgres();
  const { port } = new URL(server.url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const between = createServer((caller) => {
    const callee = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('data', (data) => isSilent || to.write(data));
    }
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    between.close();
    await server.stop();
  });
  const relayed = new URL(server.url);
  relayed.port = String((between.address() as AddressInfo).port);
  const log = createLog('silent');
  const engine = openPostgres({ url: relayed.href, readerUrls: [server.url], poolSize: 1, log });
  await expect.poll(() => sockets.size).toBeGreaterThan(0);
  isSilent = true;
  const asked = sockets.size;
  // It has sent its query and will get no response.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(sockets.size).toBe(asked);
  await engine.close();
});
