import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '@app/contracts/endpoint.ts';
import { noAuthority } from '../test/no-authority.ts';
import { createLog } from './log.ts';
import { createRoute } from './route.ts';
import { createServer } from './server.ts';
import { createConcurrencyLimit } from './fair-queue.ts';

const watch = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Watch',
  access: 'SIGNED_IN',
  events: z.object({ text: z.string() }),
  errors: ['TOO_MANY_REQUESTS', 'PROJECT_NOT_FOUND'],
});

interface Source {
  asked: number;
  hasEnded: boolean;
  items: AsyncIterable<{ text: string }>;
}

/** Yields the results of `next` on request; the iterator can be ended while it waits. */
function fakeSource(next: (asked: number) => Promise<{ text: string } | undefined>): Source {
  const closed = Promise.withResolvers<undefined>();
  const source: Source = {
    asked: 0,
    hasEnded: false,
    items: {
      [Symbol.asyncIterator]: () => ({
        async next() {
          source.asked += 1;
          const value = await Promise.race([next(source.asked), closed.promise]);
          return value ? { done: false, value } : { done: true, value: undefined };
        },
        async return() {
          source.hasEnded = true;
          closed.resolve(undefined);
          return { done: true, value: undefined };
        },
      }),
    },
  };
  return source;
}

type Items = Pick<Source, 'items'>;

async function serve(...sources: [Items, ...Items[]]): Promise<FastifyInstance> {
  const app = await createServer(createLog('silent'));
  const contract = { name: 'project', title: 'Events', base: '/', endpoints: { watch } } as const;
  const concurrencyLimit = createConcurrencyLimit({
    CALLS_PER_PERSON_PER_SECOND: 100,
    WRITES_PER_PERSON_PER_HOUR: 1,
    CONCURRENCY_WAIT_SECONDS: 1,
  });
  const { route } = createRoute(app, contract, {
    ...noAuthority,
    verifyToken: async (token) => ({ userId: 'me', role: 'PARTICIPANT', sessionId: 's', token }),
    concurrencyLimit,
  });
  const remaining = sources.values();
  route(watch, async () => remaining.next().value?.items ?? sources[0].items);
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

async function openSocket(app: FastifyInstance): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write('GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n\r\n');
  return socket;
}
const readEventText = async (app: FastifyInstance) =>
  (await app.inject({ url: '/events', headers: { authorization: 'Bearer t' } })).payload;

test('events are written by their schema, in sequence, to the last one', async () => {
  const source = fakeSource(async (asked) =>
    asked < 3 ? ({ text: `line\n${asked}`, secret: 'x' } as { text: string }) : undefined,
  );
  expect(await readEventText(await serve(source))).toBe(
    'retry: 3000\n\ndata: {"text":"line\\n1"}\n\ndata: {"text":"line\\n2"}\n\n',
  );
  expect(source.hasEnded).toBe(true);
});

test('a failure before the first event is answered like any other, and no stream stays open', async () => {
  const failing = () => fakeSource(async () => Promise.reject(new Error('no database')));
  const sources = Array.from({ length: 20 }, failing);
  const app = await serve(failing(), ...sources);
  for (let time = 0; time <= 20; time += 1)
    expect(JSON.parse(await readEventText(app))).toMatchObject({ status: 500 });
  expect(sources.every(({ hasEnded }) => hasEnded)).toBe(true);
});

test('for a client that does not read, no events are produced, and a disconnect ends the source at once', async () => {
  const source = fakeSource(async () => ({ text: 'x'.repeat(100_000) }));
  const socket = await openSocket(await serve(source));
  socket.pause();
  let asked = -1;
  // Buffers of the system take some megabytes; then no more events are requested.
  while (asked !== source.asked) {
    asked = source.asked;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(asked).toBeLessThan(1000);
  expect(source.hasEnded).toBe(false);
  socket.destroy();
  await expect.poll(() => source.hasEnded).toBe(true);
});

test('a person has ten streams open in one process, and another after one has ended', async () => {
  const silent = () =>
    fakeSource(async (asked) => (asked < 2 ? { text: 'x' } : new Promise<undefined>(() => {})));
  const [first, ...others] = [silent(), ...Array.from({ length: 9 }, silent)] as const;
  const ended = () => fakeSource(async () => undefined);
  const app = await serve(first, ...others, ended(), ended());
  const sockets = [];
  for (const source of [first, ...others]) {
    sockets.push(await openSocket(app));
    await expect.poll(() => source.asked).toBe(2);
  }
  expect(JSON.parse(await readEventText(app))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  sockets[0]!.destroy();
  await expect.poll(() => first.hasEnded).toBe(true);
  expect(await readEventText(app)).toContain('retry');
});

test('a client that disconnects before the first event, or while the source waits, ends the source at once', async () => {
  for (const silentFrom of [1, 2]) {
    const source = fakeSource(async (asked) =>
      asked < silentFrom ? { text: 'x' } : new Promise<undefined>(() => {}),
    );
    const socket = await openSocket(await serve(source));
    await expect.poll(() => source.asked).toBe(silentFrom);
    socket.destroy();
    await expect.poll(() => source.hasEnded).toBe(true);
  }
});

test('opening streams and disconnecting at once uses no more of the database than other calls', async () => {
  let reading = 0;
  const released = Promise.withResolvers<void>();
  /** A statement continues although no caller waits for it. */
  const items: AsyncIterable<{ text: string }> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        reading += 1;
        await released.promise;
        return { done: true, value: undefined };
      },
      return: async () => ({ done: true, value: undefined }),
    }),
  };
  const app = await serve({ items });
  for (let opened = 1; opened <= 4; opened += 1) {
    const socket = await openSocket(app);
    await expect.poll(() => reading).toBe(opened);
    socket.destroy();
  }
  const [answer] = await once(await openSocket(app), 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 429 [^]*retry-after/i);
  expect(reading).toBe(4);
  released.resolve();
  expect(await readEventText(app)).toBe('retry: 3000\n\n');
});
