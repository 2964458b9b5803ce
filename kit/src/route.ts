import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { $ZodType } from 'zod/v4/core';
import { safeParseAsync } from 'zod/v4/core';
import type {
  BodyOf,
  EndpointShape,
  PageSlice,
  ParamsOf,
  QueryOf,
  ResultOf,
  ServiceContract,
} from '@app/contracts/endpoint.ts';
import type { ErrorCode, ProblemItem } from '@app/contracts/errors.ts';
import { errors } from '@app/contracts/errors.ts';
import { validation } from '@app/contracts/messages/validation.ts';
import type { Limiter } from './limits.ts';
import { addressKey } from './limits.ts';
import { openApiSchemas } from './openapi.ts';
import type { Fail } from './problem.ts';
import { Failure, codeOf, fail } from './problem.ts';
import { compileReply } from './reply.ts';
import type { Viewer } from './viewer.ts';

/** How a service learns who is calling; made once a service from its keys and its knowledge of people. */
export interface Authority {
  verifyToken(token: string): Promise<Viewer | undefined>;
  isService(token: string): Promise<boolean>;
  /** Whether the researcher is VERIFIED at this moment. */
  isVerified(userId: string): Promise<boolean>;
  /** Counts what the endpoints limit; a service without limited endpoints has none. */
  limiter?: Limiter;
  /** Told when a signed-in caller is refused what is not theirs. */
  noteRefusal?(viewer: Viewer, about: string): Promise<void>;
}

/** Whoever may call: a viewer for every access but ANYONE and SERVICE. */
type ViewerOf<E extends EndpointShape> = E['access'] extends 'ANYONE' | 'SERVICE' ? undefined : Viewer;

export interface Call<E extends EndpointShape> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  viewer: ViewerOf<E>;
  fail: Fail<E['errors'][number]>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts one endpoint: access first, then the input by the contract's schemas, then the handler, then the reply. */
export type Route = <const E extends EndpointShape>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResultOf<E>>,
) => void;

/** Mounts endpoints of one contract; `assertComplete` throws if one is missing. A second mounting throws at once. */
export function createRoute(
  app: FastifyInstance,
  contract: ServiceContract,
  authority: Authority,
): { route: Route; assertComplete(): void } {
  const operationIds = new Map(Object.entries(contract.endpoints).map(([id, endpoint]) => [endpoint, id]));
  const missing = new Set<EndpointShape>(operationIds.keys());

  const route: Route = (endpoint, handler) => {
    const operationId = operationIds.get(endpoint);
    if (operationId === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract`);
    if (!missing.delete(endpoint)) throw new Error(`${operationId} is mounted twice`);
    const compiled = compileReply(endpoint);
    for (const limit of endpoint.limits ?? []) limiterOf(authority).assertKnown(limit);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { operationId },
      schema: openApiSchemas(operationId, endpoint),
      handler: async (request, reply) => {
        await takeLimits(endpoint, 'ADDRESS', addressKey(request.ip), authority);
        const { viewer, input } = await receive(endpoint, operationId, request, authority);
        if (viewer) await takeLimits(endpoint, 'PERSON', viewer.userId, authority);
        const result: unknown = await handler({ ...input, viewer, fail, request, reply } as never);
        void reply.code(compiled.status);
        if (compiled.serialize === undefined) return reply.send();
        void reply.header('content-type', 'application/json; charset=utf-8').serializer(compiled.serialize);
        return reply.send(endpoint.page ? asPage(result as PageSlice<unknown>) : result);
      },
    });
  };

  return {
    route,
    assertComplete() {
      const left = [...missing].map((endpoint) => operationIds.get(endpoint));
      if (left.length > 0) throw new Error(`Not mounted in ${contract.name}: ${left.join(', ')}`);
    },
  };
}

function asPage({ content, totalElements, size, number }: PageSlice<unknown>) {
  const totalPages = Math.ceil(totalElements / size);
  return { content, totalPages, totalElements, size, number, numberOfElements: content.length };
}

/** Only one space and one well-formed token: anything else is no credential (RFC 6750 section 2.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  // Node keeps the first of two, and whoever stands in front of us may have read the other.
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) return undefined;
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function limiterOf({ limiter }: Authority): Limiter {
  if (!limiter) throw new Error('An endpoint is limited, and nobody counts');
  return limiter;
}

async function takeLimits(
  endpoint: EndpointShape,
  counted: 'ADDRESS' | 'PERSON',
  who: string,
  authority: Authority,
): Promise<void> {
  for (const limit of endpoint.limits ?? []) {
    if (limit.includes(`_PER_${counted}_`)) await limiterOf(authority).take(limit, who);
  }
}

/** Who calls and what they ask for, or the refusal, of which the service is told where it knows the caller. */
async function receive(
  endpoint: EndpointShape,
  operationId: string,
  request: FastifyRequest,
  authority: Authority,
) {
  const viewer = await identify(endpoint, request, authority);
  try {
    if (viewer) await admit(endpoint, viewer, authority);
    return { viewer, input: await readInput(endpoint, request, viewer) };
  } catch (error) {
    const { code } = codeOf(error);
    if (viewer && errors[code].status === 403)
      await authority.noteRefusal?.(viewer, `${operationId} ${code}`);
    throw error;
  }
}

async function identify(
  { access }: EndpointShape,
  request: FastifyRequest,
  authority: Authority,
): Promise<Viewer | undefined> {
  if (access === 'ANYONE') return undefined;
  const token = bearerToken(request);
  if (token === undefined) return fail('NOT_SIGNED_IN');
  if (access === 'SERVICE') return (await authority.isService(token)) ? undefined : fail('NOT_SIGNED_IN');
  return (await authority.verifyToken(token)) ?? fail('NOT_SIGNED_IN');
}

async function admit({ access }: EndpointShape, viewer: Viewer, authority: Authority): Promise<void> {
  if (access === 'SIGNED_IN') return;
  const role = access === 'PARTICIPANT' ? 'PARTICIPANT' : 'RESEARCHER';
  if (viewer.role !== role) fail('NOT_ALLOWED');
  if (access === 'VERIFIED_RESEARCHER' && !(await authority.isVerified(viewer.userId))) fail('NOT_VERIFIED');
}

async function readInput(endpoint: EndpointShape, request: FastifyRequest, viewer: Viewer | undefined) {
  // A malformed id in the path is an id of nothing, so it answers as an unknown one would.
  const params = endpoint.params
    ? await parse(endpoint.params, request.params, () => fail(notFoundCode(endpoint)))
    : undefined;
  const query = await parseQuery(endpoint, request);
  const given = endpoint.own?.in === 'body' ? request.body : endpoint.own?.in === 'query' ? query : params;
  assertOwn(endpoint, given, viewer);
  const body = endpoint.body ? await parse(endpoint.body, request.body ?? undefined, refuseInput) : undefined;
  return { params, query, body };
}

async function parseQuery(endpoint: EndpointShape, request: FastifyRequest): Promise<unknown> {
  if (endpoint.query) return parse(endpoint.query, request.query, refuseInput);
  const [unknownKey] = Object.keys(request.query as object);
  return unknownKey === undefined
    ? undefined
    : fail('INVALID_INPUT', [{ message: validation.notAKnownKey(unknownKey), field: unknownKey }]);
}

function notFoundCode(endpoint: EndpointShape): ErrorCode {
  return endpoint.errors.find((code) => code.endsWith('_NOT_FOUND')) ?? 'NO_SUCH_CALL';
}

/** D-21: a person's id in a request is the caller's own, or the call is refused before anything is read. */
function assertOwn(endpoint: EndpointShape, given: unknown, viewer: Viewer | undefined): void {
  if (!endpoint.own || !viewer || typeof given !== 'object' || given === null) return;
  const id: unknown = Reflect.get(given, endpoint.own.name);
  if (typeof id === 'string' && id.toLowerCase() !== viewer.userId) fail('NOT_YOURS');
}

async function parse(
  schema: $ZodType,
  value: unknown,
  refuse: (items: ProblemItem[]) => never,
): Promise<unknown> {
  const result = await safeParseAsync(schema, value);
  if (result.success) return result.data;
  return refuse(
    result.error.issues.slice(0, 20).flatMap((issue): ProblemItem[] => {
      const path = issue.path.map(String);
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .slice(0, 5)
          .map((key) => ({ message: validation.notAKnownKey(key), field: [...path, key].join('.') }));
      }
      return [{ message: issue.message, ...(path.length > 0 ? { field: path.join('.') } : {}) }];
    }),
  );
}

const refuseInput = (items: ProblemItem[]): never => {
  throw new Failure('INVALID_INPUT', items);
};
