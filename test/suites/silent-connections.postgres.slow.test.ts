// Slow: only elapsed seconds reveal a silent connection.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { createDatabase } from '../support/machine/postgres.ts';

/** This proxy can drop the database's traffic silently, like a router that lost its state. */
let proxy: Server;
let database: Awaited<ReturnType<typeof createDatabase>>;
let isSilent = false;
/** Traffic of these connections is dropped: those that were open at that moment. */
let silenced = new Set<Socket>();
const sockets: Socket[] = [];
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  const { hostname, port } = new URL(database.url);
  proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port) });
    sockets.push(near, far);
    const isLost = () => isSilent || silenced.has(near);
    near.on('error', () => {}).on('data', (bytes) => isLost() || far.write(bytes));
    far.on('error', () => {}).on('data', (bytes) => isLost() || near.write(bytes));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.drop();
});

const loseConnections = () => (silenced = new Set(sockets));

beforeEach(() => {
  isSilent = false;
});

function openBehindProxy(patience = 1) {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // The address must not use the server's socket.
  url.search = '';
  return openPostgres({ url: url.href, poolSize: 2, log: createLog('silent'), patience });
}

test('FLT-2 a silent database delays neither a stop nor, after it recovers, a ping', async () => {
  const engine = openBehindProxy();
  await new Promise<void>((onListening) => engine.listen('any', { onPayload() {}, onListening }));
  const answers = () =>
    engine.ping().then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);

  isSilent = true;
  const asked = await Promise.allSettled([engine.ping(), engine.ping(), engine.ping()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  isSilent = false;
  await expect.poll(answers).toBe(true);

  isSilent = true;
  // The clock is stopped: a blocked call would wait for its six seconds, or forever.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await engine.close();
});

test('FLT-2 after a failover that left its connections silent a service responds again', async () => {
  const engine = openBehindProxy(0.1);
  const db = engine.connect('project_app');
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);
  loseConnections();
  expect(await answers()).toBe(false);
  await expect.poll(answers).toBe(true);
  await engine.close();
});

test('FLT-2 a process lost in mid-transaction keeps its locks for a minute, and no longer', async () => {
  const engine = openBehindProxy();
  const db = engine.connect('project_app');
  const isFree = async () => {
    const { rows } = await sql<{
      isFree: boolean;
    }>`select pg_try_advisory_xact_lock(7) as "isFree"`.execute(db);
    return rows[0]?.isFree;
  };
  expect(await isFree()).toBe(true);
  // The time-outs are a tenth of the usual ones, and a busy machine may need several tries.
  const lost = openBehindProxy(0.1);
  const lostDb = lost.connect('project_app');
  const end = Promise.withResolvers<void>();
  const beginAndLock = async () => {
    const locked = Promise.withResolvers<void>();
    const transaction = lostDb.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(trx);
      locked.resolve();
      await end.promise;
    });
    await Promise.race([locked.promise, transaction]);
    return { transaction };
  };
  const { transaction } = await vi.waitFor(beginAndLock, { timeout: 60_000 });
  expect(await isFree()).toBe(false);
  loseConnections();
  await expect.poll(isFree).toBe(true);
  end.resolve();
  await expect(transaction).rejects.toThrow();
  await Promise.all([lost.close(), engine.close()]);
});

test('days are Ghana’s and no statement is JIT-compiled, whatever the server settings', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const engine = openPostgres({ url: database.url, poolSize: 2, log: createLog('silent') });
  await sql`alter database ${sql.id(name)} set timezone to 'America/New_York'`.execute(engine.owner);
  const fresh = openPostgres({ url: database.url, poolSize: 2, log: createLog('silent') });
  for (const db of [fresh.owner, fresh.connect('project_app')]) {
    expect((await sql`show timezone`.execute(db)).rows).toEqual([{ TimeZone: 'UTC' }]);
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
  }
  await Promise.all([engine.close(), fresh.close()]);
});
