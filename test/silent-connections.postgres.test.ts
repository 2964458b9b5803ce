import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { createDatabase } from './machine/postgres.ts';

/** Between us and the database; what goes through it may be dropped without a word, as by a router that lost its memory. */
let proxy: Server;
let database: Awaited<ReturnType<typeof createDatabase>>;
let isSilent = false;
const sockets: Socket[] = [];
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  const { hostname, port } = new URL(database.url);
  proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port) });
    sockets.push(near, far);
    near.on('error', () => {}).on('data', (bytes) => isSilent || far.write(bytes));
    far.on('error', () => {}).on('data', (bytes) => isSilent || near.write(bytes));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.drop();
});

function openBehindProxy() {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // And not by its socket.
  url.search = '';
  return openPostgres({ url: url.href, poolSize: 2, log: createLog('silent') });
}

test('FLT-2 a database that went silent holds up neither the end nor, once it is back, a ping', async () => {
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
  // The clock stands still: one that is held up waits for its six seconds, or for ever.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await engine.close();
});
