import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Engine } from './database.ts';
import { createLog } from './log.ts';
import { openProcess } from './process.ts';

/** Nothing here asks a database for anything. */
const noDatabase = { ping: async () => {}, close: async () => {} } as Engine;

function* endless() {
  for (;;) yield 'x'.repeat(10_000);
}

test('D-12 a process stops whoever holds on to it: a reader who does not read, and an unfinished request', async () => {
  const running = await openProcess({
    services: [],
    engine: noDatabase,
    databaseUrl: undefined,
    environment: {},
    log: createLog('silent'),
    sendLetter: () => Promise.reject(new Error('there are no letters')),
    origins: {},
  });
  let isAsked = false;
  running.app.get('/endless', (_request, reply) => {
    isAsked = true;
    return reply.send(Readable.from(endless()));
  });
  await running.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = running.app.server.address() as AddressInfo;
  const sockets = ['GET /endless HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HT'].map((text) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {}).write(text);
    return socket;
  });
  const connections = promisify(running.app.server.getConnections.bind(running.app.server));
  await expect.poll(async () => [isAsked, await connections()]).toEqual([true, sockets.length]);
  // Else it waits for ever.
  await running.stop();
  for (const socket of sockets) socket.destroy();
});
