import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, oneForAll } from './database.ts';
import { EVENTS_TYPE } from './events.ts';
import { createLog } from './log.ts';
import { openProcess } from './process.ts';

/** The tests run no statements. */
const noDatabase = {
  assertKept: async () => {},
  ping: async () => {},
  close: async () => {},
} as Partial<Engine> as Engine;

function* endless() {
  for (;;) yield 'x'.repeat(10_000);
}

const open = (stopWaitSeconds = 0) =>
  openProcess({
    stopWaitSeconds,
    services: [],
    databases: oneForAll(noDatabase),
    environment: {},
    log: createLog('silent'),
    sendMail: () => Promise.reject(new Error('there are no emails')),
    origins: {},
  });

test('D-12 a process stops despite a client that does not read, and an unfinished request', async () => {
  const running = await open();
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
  // Advances the clock by a second every few milliseconds; otherwise the stop takes ten seconds, or forever
  // without its limit.
  vi.useFakeTimers({ toFake: ['Date'] });
  const clock = setInterval(() => vi.setSystemTime(Date.now() + 1000), 5);
  onTestFinished(() => {
    clearInterval(clock);
    vi.useRealTimers();
  });
  await running.stop();
  for (const socket of sockets) socket.destroy();
});

test('D-12 a process does not wait for event streams: they end properly, at once', async () => {
  const running = await open();
  running.app.get('/events', (_request, reply) => {
    const stream = new Readable({ read() {} });
    stream.push(':\n\n');
    return reply.header('content-type', EVENTS_TYPE).header('connection', 'close').send(stream);
  });
  await running.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = running.app.server.address() as AddressInfo;
  const { body } = await fetch(`http://127.0.0.1:${port}/events`);
  // The clock stands still, so the time that the stop waits for requests would never end.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await running.stop();
  expect(await new Response(body).text()).toBe(':\n\n');
});

test('D-12 a stopping process reports it first, and accepts requests until its wait has ended', async () => {
  const { app, stop } = await open(1);
  const readStatus = async (path: string) => (await app.inject(path)).statusCode;
  expect(await readStatus('/readyz')).toBe(200);
  const stopped = stop();
  // Without a network, so that even a busy machine answers within the second.
  expect(await Promise.all(['/readyz', '/livez'].map(readStatus))).toEqual([503, 200]);
  await stopped;
  expect(app.server.listening).toBe(false);
});
