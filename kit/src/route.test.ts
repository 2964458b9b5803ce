import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { endpoint, type ServiceContract } from '@app/contracts/endpoint.ts';
import { validation } from '@app/words/validation.ts';
import { noAuthority } from '../test/no-authority.ts';
import { createLog } from './log.ts';
import { Failure } from './problem.ts';
import { createRoute } from './route.ts';
import { createServer } from './server.ts';
import { createConcurrencyLimit } from './fair-queue.ts';

const ME = '0be00000-0000-7000-8000-000000000001';
const OTHER = '0be00000-0000-7000-8000-000000000002';

const Thing = z.object({ id: z.string(), name: z.string() });
const readThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  summary: 'Read',
  access: 'SIGNED_IN',
  params: z.object({ id: z.uuid() }),
  reply: Thing,
  errors: ['PROJECT_NOT_FOUND'],
});
const listThings = endpoint({
  method: 'GET',
  path: '/things',
  summary: 'List',
  access: 'RESEARCHER',
  own: { in: 'query', name: 'ownerId' },
  isCostly: true,
  query: z.strictObject({ ownerId: z.optional(z.uuid()) }),
  page: Thing,
  errors: [],
});
const makeThing = endpoint({
  method: 'POST',
  path: '/things',
  summary: 'Make',
  access: 'VERIFIED_RESEARCHER',
  own: { in: 'body', name: 'ownerId' },
  body: z.strictObject({
    ownerId: z.uuid(),
    name: z.string().check(z.minLength(1)),
    count: z.optional(z.int()),
  }),
  reply: Thing,
  status: 201,
  errors: [],
});
const removeThing = endpoint({
  method: 'DELETE',
  path: '/things/:id',
  summary: 'Remove',
  access: 'SERVICE',
  callers: ['identity'],
  params: z.object({ id: z.uuid() }),
  errors: ['PROJECT_NOT_FOUND'],
});
const contract = {
  name: 'project',
  title: 'Things',
  base: '/',
  endpoints: { readThing, listThings, makeThing, removeThing },
} as const satisfies ServiceContract;

let app: FastifyInstance;
let verified = true;
let whileListing = async () => {};
let mounting: ReturnType<typeof createRoute>;
beforeAll(async () => {
  app = await createServer(createLog('silent'));
  const { route, assertComplete } = createRoute(app, contract, {
    ...noAuthority,
    verifyToken: async (token) =>
      token === 'researcher' || token === 'participant'
        ? { userId: ME, role: token === 'researcher' ? 'RESEARCHER' : 'PARTICIPANT', sessionId: ME, token }
        : undefined,
    verifyService: async (token) => (token === 'identity' || token === 'payment' ? token : undefined),
    isVerified: async () => verified,
    concurrencyLimit: createConcurrencyLimit({
      CALLS_PER_PERSON_PER_SECOND: 1000,
      WRITES_PER_PERSON_PER_HOUR: 1000,
      CONCURRENCY_WAIT_SECONDS: 600,
    }),
  });
  const thing = { id: ME, name: 'kept', secret: 'never leaves' };
  route(readThing, async ({ params, fail }) => (params.id === ME ? thing : fail('PROJECT_NOT_FOUND')));
  route(listThings, async () => {
    await whileListing();
    return { content: [thing, thing], totalElements: 12, size: 5, number: 1 };
  });
  route(makeThing, async ({ body }) => {
    if (body.name === 'undeclared') throw new Failure('BUDGET_NOT_FOUND');
    if (body.name === 'burst') throw new Error('words that must not leave');
    return { id: ME, name: body.name };
  });
  route(removeThing, async () => {});
  assertComplete();
  mounting = { route, assertComplete };
});
afterAll(() => app.close());

const send = async (
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  url: string,
  token?: string,
  body?: unknown,
  headers = {},
) => {
  const response = await app.inject({
    method,
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const json: unknown = response.payload === '' ? undefined : JSON.parse(response.payload);
  return { status: response.statusCode, json, headers: response.headers };
};

test('every endpoint is mounted, and once', async () => {
  expect(() => mounting.route(removeThing, async () => {})).toThrow('mounted twice');
  const empty = await createServer(createLog('silent'));
  const { assertComplete } = createRoute(empty, contract, noAuthority);
  expect(assertComplete).toThrow('readThing, listThings, makeThing, removeThing');
});

test.each([
  ['GET', `/things/${ME}`, undefined, 401],
  ['GET', `/things/${ME}`, 'somebody', 401],
  ['GET', `/things/${ME}`, 'identity', 401],
  ['GET', `/things/${ME}`, 'participant', 200],
  ['GET', '/things', 'participant', 403],
  ['GET', '/things', 'researcher', 200],
  ['DELETE', `/things/${ME}`, 'researcher', 401],
  ['DELETE', `/things/${ME}`, 'payment', 403],
  ['DELETE', `/things/${ME}`, 'identity', 204],
] as const)('%s %s as %s answers %i', async (method, url, token, status) => {
  expect((await send(method, url, token)).status).toBe(status);
});

test('VERIFIED is checked at the time of the call', async () => {
  const body = { ownerId: ME, name: 'made' };
  expect((await send('POST', '/things', 'researcher', body)).status).toBe(201);
  verified = false;
  expect(await send('POST', '/things', 'researcher', body)).toMatchObject({
    status: 403,
    json: { code: 'NOT_VERIFIED', detail: 'Your account must be verified to view this resource' },
  });
  verified = true;
});

test('costly calls run one at a time for a person, beside all others', async () => {
  const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>();
  onTestFinished(() => end());
  let running = 0;
  const started: number[] = [];
  whileListing = async () => {
    running += 1;
    started.push(running);
    await hasEnded;
    running -= 1;
  };
  const lists = [send('GET', '/things', 'researcher'), send('GET', '/things', 'researcher')];
  await expect.poll(() => started.length).toBeGreaterThan(0);
  expect((await send('GET', `/things/${ME}`, 'researcher')).status).toBe(200);
  end();
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200]);
  expect(started).toEqual([1, 1]);
});

test('D-21 another person’s id is refused in query and body, and a missing one means the caller', async () => {
  expect((await send('GET', `/things?ownerId=${OTHER}`, 'researcher')).json).toMatchObject({
    code: 'NOT_YOURS',
  });
  expect((await send('GET', `/things?ownerId=${ME}`, 'researcher')).status).toBe(200);
  expect((await send('GET', `/things?ownerId=${ME}&ownerId=${OTHER}`, 'researcher')).status).toBe(400);
  expect((await send('POST', '/things', 'researcher', { ownerId: OTHER, name: 'x' })).json).toMatchObject({
    code: 'NOT_YOURS',
  });
});

test('D-20 undeclared fields are never sent, and a page has its six fields', async () => {
  expect((await send('GET', `/things/${ME}`, 'researcher')).json).toEqual({
    content: { id: ME, name: 'kept' },
  });
  const item = { id: ME, name: 'kept' };
  expect((await send('GET', '/things', 'researcher')).json).toEqual({
    content: [item, item],
    totalPages: 3,
    totalElements: 12,
    size: 5,
    number: 1,
    numberOfElements: 2,
  });
});

describe('D-20 invalid input gets a clear 400', () => {
  test.each([
    [
      { ownerId: ME, name: 'x', role: 'ADMIN' },
      { field: 'role', message: validation.notAKnownKey('role') },
    ],
    [{ ownerId: ME, name: '' }, { field: 'name' }],
    [{ ownerId: ME, name: 5 }, { field: 'name' }],
    [{ ownerId: ME, name: 'x', count: '1' }, { field: 'count' }],
    [{ ownerId: ME }, { field: 'name' }],
  ])('%j', async (body, item) => {
    const answer = await send('POST', '/things', 'researcher', body);
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', content: [item] } });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  test.each([
    ['{"ownerId":', 'MALFORMED_REQUEST'],
    ['{"name":"a\\u0000b"}', 'MALFORMED_REQUEST'],
    ['{"name":"a\\ud800"}', 'MALFORMED_REQUEST'],
    ['', 'INVALID_INPUT'],
    ['null', 'INVALID_INPUT'],
    ['[]', 'INVALID_INPUT'],
  ])('the body %s is %s', async (body, code) => {
    expect(await send('POST', '/things', 'researcher', body)).toMatchObject({ status: 400, json: { code } });
  });

  test('an unknown query key is refused where none is declared', async () => {
    expect((await send('GET', `/things/${ME}?admin=true`, 'researcher')).json).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('D-20 an unknown key of a body is refused; an empty body is accepted', async () => {
    const refused = await send('DELETE', `/things/${ME}`, 'identity', { force: true });
    expect(refused).toMatchObject({ status: 400, json: { content: [{ field: 'force' }] } });
    expect((await send('DELETE', `/things/${ME}`, 'identity', {})).status).toBe(204);
  });
});

test.each(['burst', 'undeclared'])('an internal failure reveals no details: %s', async (name) => {
  const answer = await send('POST', '/things', 'researcher', { ownerId: ME, name });
  expect(answer).toMatchObject({ status: 500, json: { detail: 'Oops! Server error', code: 'INTERNAL' } });
  expect(JSON.stringify(answer.json)).not.toContain('words that must not leave');
});

test('OUT-4 a request keeps a valid id that it came with', async () => {
  const answeredRequestId = async (given: string) =>
    (await send('GET', '/nothing', undefined, undefined, { 'x-request-id': given })).headers['x-request-id'];
  expect(await answeredRequestId('abcdefgh-1234')).toBe('abcdefgh-1234');
  expect(await answeredRequestId('no id; at all')).toMatch(/^[0-9a-f-]{36}$/);
});
