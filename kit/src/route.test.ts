import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { endpoint, type ServiceContract } from '@app/contracts/endpoint.ts';
import { validation } from '@app/words/validation.ts';
import { createLog } from './log.ts';
import { Failure } from './problem.ts';
import { createRoute } from './route.ts';
import { createServer } from './server.ts';
import { createTurns } from './turns.ts';

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
  params: z.object({ id: z.uuid() }),
  errors: ['PROJECT_NOT_FOUND'],
});
const contract = {
  name: 'project',
  title: 'Things',
  base: '/',
  endpoints: { readThing, listThings, makeThing, removeThing },
} as const satisfies ServiceContract;

/** No call here carries a key; test/suites/idempotency has them. */
const noKeptAnswers = { claim: () => Promise.reject(new Error('a call came with a key')) };

let app: FastifyInstance;
let verified = true;
let whileListing = async () => {};
let mounting: ReturnType<typeof createRoute>;
beforeAll(async () => {
  app = await createServer(createLog('silent'));
  const { route, assertComplete } = createRoute(app, contract, {
    verifyToken: async (token) =>
      token === 'researcher' || token === 'participant'
        ? { userId: ME, role: token === 'researcher' ? 'RESEARCHER' : 'PARTICIPANT', sessionId: ME, token }
        : undefined,
    isLive: async () => true,
    isService: async (token) => token === 'service',
    isVerified: async () => verified,
    idempotencyStore: noKeptAnswers,
    turns: createTurns({
      CALLS_PER_PERSON_PER_SECOND: 1000,
      WRITES_PER_PERSON_PER_HOUR: 1000,
      TURN_WAIT_SECONDS: 600,
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
  const authority = {
    verifyToken: async () => undefined,
    isLive: async () => false,
    isService: async () => false,
    isVerified: async () => false,
    idempotencyStore: noKeptAnswers,
  };
  const { assertComplete } = createRoute(empty, contract, authority);
  expect(assertComplete).toThrow('readThing, listThings, makeThing, removeThing');
});

describe('who may call', () => {
  test.each([
    ['GET', `/things/${ME}`, undefined, 401],
    ['GET', `/things/${ME}`, 'somebody', 401],
    ['GET', `/things/${ME}`, 'service', 401],
    ['GET', `/things/${ME}`, 'participant', 200],
    ['GET', '/things', 'participant', 403],
    ['GET', '/things', 'researcher', 200],
    ['DELETE', `/things/${ME}`, 'researcher', 401],
    ['DELETE', `/things/${ME}`, 'service', 204],
  ] as const)('%s %s as %s answers %i', async (method, url, token, status) => {
    expect((await send(method, url, token)).status).toBe(status);
  });

  test('VERIFIED is asked at the time of the call', async () => {
    const body = { ownerId: ME, name: 'made' };
    expect((await send('POST', '/things', 'researcher', body)).status).toBe(201);
    verified = false;
    expect(await send('POST', '/things', 'researcher', body)).toMatchObject({
      status: 403,
      json: { code: 'NOT_VERIFIED', detail: 'Your account must be verified to view this resource' },
    });
    verified = true;
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic researcher', 'Bearer a b', 'researcher', 'Bearer\tresearcher'])(
    'the credential “%s” is none',
    async (authorization) => {
      expect((await send('GET', `/things/${ME}`, undefined, undefined, { authorization })).status).toBe(401);
    },
  );
});

test('what is costly runs once at a time for a person, and all else beside it', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  onTestFinished(() => end());
  let running = 0;
  const begun: number[] = [];
  whileListing = async () => {
    running += 1;
    begun.push(running);
    await isOver;
    running -= 1;
  };
  const lists = [send('GET', '/things', 'researcher'), send('GET', '/things', 'researcher')];
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  expect((await send('GET', `/things/${ME}`, 'researcher')).status).toBe(200);
  end();
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200]);
  expect(begun).toEqual([1, 1]);
});

test('D-21 another person’s id is refused in query and body, and a missing one is the caller’s', async () => {
  expect((await send('GET', `/things?ownerId=${OTHER}`, 'researcher')).json).toMatchObject({
    code: 'NOT_YOURS',
  });
  expect((await send('GET', `/things?ownerId=${ME}`, 'researcher')).status).toBe(200);
  expect((await send('GET', `/things?ownerId=${ME}&ownerId=${OTHER}`, 'researcher')).status).toBe(400);
  expect((await send('POST', '/things', 'researcher', { ownerId: OTHER, name: 'x' })).json).toMatchObject({
    code: 'NOT_YOURS',
  });
});

test('D-20 what is not declared never leaves, and a page has its six fields', async () => {
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

describe('D-20 bad input is a clear 400', () => {
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
    ['{"__proto__":{"a":1}}', 'MALFORMED_REQUEST'],
    ['[[[[[[[[[[[[1]]]]]]]]]]]]', 'MALFORMED_REQUEST'],
    ['{"name":"a","name":"b"}', 'MALFORMED_REQUEST'],
    ['{"name":{"constructor":1}}', 'MALFORMED_REQUEST'],
    ['{"name":"a"} // no comment', 'MALFORMED_REQUEST'],
    ['\ufeff{}', 'MALFORMED_REQUEST'],
    ['', 'INVALID_INPUT'],
    ['null', 'INVALID_INPUT'],
    ['[]', 'INVALID_INPUT'],
    ['"text"', 'INVALID_INPUT'],
  ])('the body %s is %s', async (body, code) => {
    expect(await send('POST', '/things', 'researcher', body)).toMatchObject({ status: 400, json: { code } });
  });

  test('only JSON, and not too much of it', async () => {
    const form = await send('POST', '/things', 'researcher', 'name=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form).toMatchObject({ status: 415, json: { code: 'NOT_JSON' } });
    const large = await send('POST', '/things', 'researcher', { ownerId: ME, name: 'x'.repeat(100_000) });
    expect(large).toMatchObject({ status: 413, json: { code: 'TOO_LARGE' } });
  });

  test('an unknown key of a query is refused where none is declared', async () => {
    expect((await send('GET', `/things/${ME}?admin=true`, 'researcher')).json).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('D-20 so is one of a body; an empty one is none', async () => {
    const refused = await send('DELETE', `/things/${ME}`, 'service', { force: true });
    expect(refused).toMatchObject({ status: 400, json: { content: [{ field: 'force' }] } });
    expect((await send('DELETE', `/things/${ME}`, 'service', {})).status).toBe(204);
  });
});

test('D-21 a malformed id answers as an unknown one, word for word', async () => {
  const strip = (json: unknown) => ({ ...(json as object), requestId: '' });
  const unknown = await send('GET', `/things/${OTHER}`, 'researcher');
  const malformed = await send('GET', '/things/not-an-id', 'researcher');
  expect(unknown.status).toBe(404);
  expect(strip(malformed.json)).toEqual(strip(unknown.json));
});

test('a failure of ours says nothing of itself', async () => {
  const answer = await send('POST', '/things', 'researcher', { ownerId: ME, name: 'burst' });
  expect(answer).toMatchObject({ status: 500, json: { detail: 'Oops! Server error', code: 'INTERNAL' } });
  expect(JSON.stringify(answer.json)).not.toContain('words that must not leave');
});

test('a code that the contract does not declare is a failure of ours', async () => {
  const answer = await send('POST', '/things', 'researcher', { ownerId: ME, name: 'undeclared' });
  expect(answer).toMatchObject({ status: 500, json: { code: 'INTERNAL' } });
});

test('unknown addresses, wrong methods and broken escapes are problems too', async () => {
  expect(await send('GET', '/nothing')).toMatchObject({ status: 404, json: { code: 'NO_SUCH_CALL' } });
  expect(await send('PUT', '/things')).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  expect(await send('GET', '/things/%ff', 'researcher')).toMatchObject({
    status: 400,
    json: { code: 'MALFORMED_REQUEST' },
  });
});

test('OUT-4 every answer carries its headers and a request id, kept where it is a plain one', async () => {
  for (const answer of [await send('GET', '/nothing'), await send('GET', '/things', 'researcher')]) {
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
  }
  const id = 'abcdefgh-1234';
  expect(
    (await send('GET', '/nothing', undefined, undefined, { 'x-request-id': id })).headers['x-request-id'],
  ).toBe(id);
  const forged = await send('GET', '/nothing', undefined, undefined, { 'x-request-id': 'no id; at all' });
  expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});
