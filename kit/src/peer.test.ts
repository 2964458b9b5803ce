import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { endpoint, type ServiceContract } from '@app/contracts/endpoint.ts';
import { noAuthority } from '../test/no-authority.ts';
import { createLog } from './log.ts';
import { type CallPeer, type PeerCalls, createPeer, httpTransport, inProcessTransport } from './peer.ts';
import { Failure } from './problem.ts';
import { createRoute } from './route.ts';
import { createServer } from './server.ts';

const Thing = z.object({ name: z.string(), size: z.optional(z.int()) });
const findThing = endpoint({
  method: 'GET',
  path: '/things/:name',
  summary: 'Find',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ name: z.string().check(z.maxLength(20)) }),
  reply: z.object({ thing: Thing, others: z.array(Thing) }),
  errors: ['PROJECT_NOT_FOUND'],
});
const keepThing = endpoint({
  method: 'POST',
  path: '/things',
  summary: 'Keep',
  access: 'SERVICE',
  callers: ['identity'],
  body: z.strictObject({
    name: z.string().check(z.maxLength(20)),
    size: z.optional(z.int()),
    tags: z.array(z.string()),
  }),
  reply: z.object({ kept: z.unknown() }),
  errors: ['CONFLICT'],
});
const dropThings = endpoint({
  method: 'DELETE',
  path: '/things',
  summary: 'Drop',
  access: 'SERVICE',
  callers: ['identity'],
  errors: [],
});
const readSizes = endpoint({
  method: 'GET',
  path: '/sizes',
  summary: 'Public',
  access: 'ANYONE',
  bare: z.object({ sizes: z.array(z.int()) }),
  errors: [],
});
const contract = {
  name: 'project',
  title: 'Things',
  base: '/api/things',
  endpoints: { findThing, keepThing, dropThings, readSizes },
} as const satisfies ServiceContract;

const calls: PeerCalls = new Map();
const handled: unknown[] = [];
/** Errors that the other service recorded in the same process. */
const recorded: unknown[] = [];
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  app = await createServer(createLog('silent'));
  app.decorate('peerCalls', calls);
  const authority = {
    ...noAuthority,
    verifyService: async (token: string) => (token === 'identity' || token === 'payment' ? token : undefined),
  };
  await app.register(
    async (scope) => {
      const { route, assertComplete } = createRoute(scope, contract, authority);
      route(findThing, async ({ params: { name }, fail }) => {
        handled.push(name);
        if (name === 'none') fail('PROJECT_NOT_FOUND');
        if (name === 'undeclared') throw new Failure('BUDGET_NOT_FOUND');
        if (name === 'burst') throw new Error('words that must not leave');
        if (name === 'misshapen') return { thing: {} } as never;
        if (name === 'never') return new Promise(() => {});
        const secret = { secret: 'never leaves' };
        return { thing: { name, size: 1, ...secret }, others: [{ name: 'b', ...secret }], ...secret };
      });
      route(keepThing, async ({ body, newId }) => {
        handled.push(newId());
        return { kept: body };
      });
      route(dropThings, async () => {});
      route(readSizes, async () => ({ sizes: [1, 2] }));
      assertComplete();
    },
    { prefix: contract.base },
  );
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const transports = {
  'over HTTP': () => httpTransport(origin),
  'in one process': () => inProcessTransport(calls, (error) => recorded.push(error)),
};
const peerOver = (name: keyof typeof transports, token = 'identity'): CallPeer =>
  createPeer(transports[name](), contract, async () => token);

const outcome = (call: Promise<unknown>) =>
  call.then(
    (content) => ({ content }),
    (error: unknown) => ({ failure: error instanceof Failure ? error.code : error }),
  );

describe.each(['over HTTP', 'in one process'] as const)('a call of another service %s', (name) => {
  const find = (thing: string, token?: string) =>
    outcome(peerOver(name, token)(findThing, { params: { name: thing } }));

  test('returns what the contract declares and nothing else', async () => {
    expect(await find('a/b ?ç')).toEqual({
      content: { thing: { name: 'a/b ?ç', size: 1 }, others: [{ name: 'b' }] },
    });
    expect(await outcome(peerOver(name)(dropThings, {}))).toEqual({ content: undefined });
    expect(await outcome(peerOver(name, '')(readSizes, {}))).toEqual({ content: { sizes: [1, 2] } });
  });

  test('throws a declared failure unchanged, and all else as UNAVAILABLE', async () => {
    expect(await find('none')).toEqual({ failure: 'PROJECT_NOT_FOUND' });
    for (const broken of ['undeclared', 'burst', 'misshapen'])
      expect(await find(broken)).toEqual({ failure: 'UNAVAILABLE' });
  });

  test('reaches no handler without the credential of a listed caller, or with invalid input', async () => {
    handled.length = 0;
    const unfit = ['a'.repeat(21), 'a\u0000', '.', '..', 'a\ud800'];
    for (const refused of [
      find('a', 'payment'),
      find('a', 'nobody'),
      find('a', ''),
      ...unfit.map((thing) => find(thing)),
    ])
      expect(await refused).toEqual({ failure: expect.stringMatching(/^(UNAVAILABLE|PROJECT_NOT_FOUND)$/) });
    expect(handled).toEqual([]);
  });
});

test('a call to another process times out after three seconds', async () => {
  const end = new AbortController();
  const original = AbortSignal.timeout.bind(AbortSignal);
  // Other files of this worker may still make calls, with other limits.
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 3000 ? end.signal : original(ms)));
  onTestFinished(() => timeout.mockRestore());
  handled.length = 0;
  const call = outcome(peerOver('over HTTP')(findThing, { params: { name: 'never' } }));
  await expect.poll(() => handled).toEqual(['never']);
  end.abort(new DOMException('It took too long', 'TimeoutError'));
  expect(await call).toEqual({ failure: 'UNAVAILABLE' });
  expect(timeout).toHaveBeenCalledWith(3000);
});

test('a failure in the same process keeps its cause, and the process records it', async () => {
  recorded.length = 0;
  const call = peerOver('in one process')(findThing, { params: { name: 'burst' } });
  const error = await call.catch((caught: unknown) => caught);
  expect(recorded).toMatchObject([{ message: 'words that must not leave' }]);
  expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: { code: 'INTERNAL', cause: recorded[0] } });
});

test('any input has the same outcome in one process and over HTTP', async () => {
  // The `binary` of fast-check itself takes seconds to build.
  const codePoint = fc
    .integer({ min: 0, max: 0x10_ff_ff })
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff);
  const unit = codePoint.map((code) => String.fromCodePoint(code));
  const text = fc.oneof(fc.string({ maxLength: 21 }), fc.string({ unit, maxLength: 21 }));
  const body = fc.oneof(
    fc.record(
      { name: text, size: fc.oneof(fc.integer(), fc.double()), tags: fc.array(text, { maxLength: 3 }) },
      { requiredKeys: ['name', 'tags'] },
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  // JSON can express neither -0 nor a value that is not a number.
  const asJson = (given: unknown): unknown => JSON.parse(JSON.stringify(given));
  await fc.assert(
    fc.asyncProperty(body, text, async (given, name) => {
      const [http, inProcess] = await Promise.all(
        (['over HTTP', 'in one process'] as const).map(async (transport) => [
          await outcome(peerOver(transport)(keepThing, { body: asJson(given) as never })),
          await outcome(peerOver(transport)(findThing, { params: { name } })),
        ]),
      );
      expect(inProcess).toEqual(http);
    }),
    { numRuns: 200 },
  );
});
