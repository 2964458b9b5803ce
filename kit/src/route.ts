import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  type BodyOf,
  type EndpointShape,
  type ParamsOf,
  type QueryOf,
  type HandlerResult,
  type ServiceContract,
  isOnAdminPort,
  isReading,
} from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import {
  type Authority,
  NOT_FOUND_LIMIT,
  countNotFoundAndThrow,
  requireLimiter,
  limitsCountedBy,
  releaseLimits,
  enforceLimits,
} from './authority.ts';
import {
  AlreadyAnswered,
  claimCall,
  readKeyedCall,
  resendStoredResponse,
  storeResponse,
} from './idempotency.ts';
import { currentRequestId } from './current-request.ts';
import { transaction } from './database.ts';
import { createEvents } from './events.ts';
import { allErrors, isOpenRead } from './implied-errors.ts';
import { addressLimitKey } from './limits.ts';
import { openApiSchemas } from './openapi.ts';
import { refuseUnstorableText } from './malformed.ts';
import type { PeerCalls, PeerRequest } from './peer.ts';
import { type Fail, Failure, classifyError, fail } from './problem.ts';
import {
  admitService,
  identifyCaller,
  readInput,
  authorizeAndReadInput,
  refuseOtherSites,
} from './receive.ts';
import { findCompiledReply } from './reply.ts';
import { sendResult, toAnswer } from './send-result.ts';
import { parseIfMatch } from './versions.ts';
import type { AdminViewer, Caller, Viewer } from './viewer.ts';

/**
 * Mail programs may send any body to unsubscribe with one click (RFC 8058). The token in the path is enough.
 * A GET changes nothing and redirects to a page.
 */
function mountOneClick(
  app: FastifyInstance,
  { path, oneClick }: EndpointShape,
  mount: (room: FastifyInstance) => void,
): void {
  void app.register(async (room) => {
    // Only the one-click route accepts a form, because other sites can send forms too.
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, async () => undefined);
    const schema = { hide: true };
    if (oneClick)
      room.get(path, { schema }, async ({ params }, reply) =>
        reply.redirect(filled(oneClick.page, params), 303),
      );
    mount(room);
  });
}

const filled = (page: string, params: unknown) =>
  page.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

declare module 'fastify' {
  interface FastifyInstance {
    peerCalls?: PeerCalls;
  }
}

type ViewerOf<E extends EndpointShape> = E['access'] extends 'ANYONE' | 'SERVICE'
  ? undefined
  : E['access'] extends 'ADMIN'
    ? AdminViewer
    : Viewer;

/** Browsers may call this port only from pages of `origin`. */
export interface AdminPort {
  app: FastifyInstance;
  origin: string;
}

interface EndpointCall<E extends EndpointShape> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  viewer: ViewerOf<E>;
  fail: Fail<E['errors'][number]>;
  /** Undefined if the caller accepts any version. */
  ifMatch: readonly number[] | undefined;
  /**
   * Returns the same id at each attempt with one Idempotency-Key. If an object of the caller has this id, an
   * earlier attempt created it.
   */
  newId(): string;
  /** A call from another service may come without HTTP. */
  request: E['access'] extends 'SERVICE' ? undefined : FastifyRequest;
  reply: E['access'] extends 'SERVICE' ? undefined : FastifyReply;
}

/**
 * Runs the only transaction of the call. It includes the claim of the Idempotency-Key and stores `reply`,
 * which the handler must return afterwards (docs/decisions/0104-keys-in-transactions.md).
 */
export type Transact<Reply> = <Tables, Result extends { reply: Reply }>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>, newId: string) => Promise<Result>,
) => Promise<Result>;

/**
 * Checks in this order: caller and origin, fair queue, access and input, limits per address, Idempotency-Key,
 * limits per person. A known device has its own DEVICE limits, so it works even if its address is used up.
 */
export interface Route {
  <const E extends EndpointShape>(
    endpoint: E,
    handler: (call: EndpointCall<E>) => Promise<HandlerResult<E>>,
    knownDevice?: (
      call: Pick<EndpointCall<E>, 'params' | 'query' | 'body' | 'request' | 'viewer'>,
    ) => Promise<string | undefined> | string | undefined,
  ): void;
  /**
   * For a call whose whole effect is in one transaction. The transaction also counts the limits per person
   * and day.
   */
  inTransaction<const E extends EndpointShape>(
    endpoint: E,
    handler: (
      call: Omit<EndpointCall<E>, 'newId'> & { transact: Transact<HandlerResult<E>> },
    ) => Promise<HandlerResult<E>>,
  ): void;
}

/** An undeclared code is a fault of the server. */
function assertDeclared(endpoint: EndpointShape, operationId: string, error: unknown): never {
  if (error instanceof Failure && !allErrors(endpoint).includes(error.code))
    throw new Error(`${operationId} does not declare ${error.code}`, { cause: error });
  throw error;
}

interface MountedEndpoint {
  endpoint: EndpointShape;
  operationId: string;
  handler: (call: never) => Promise<unknown>;
}

function peerAnswer(
  { endpoint, operationId, handler }: MountedEndpoint,
  { log }: Pick<FastifyInstance, 'log'>,
  authority: Authority,
) {
  return async ({ params, body, credential }: PeerRequest) => {
    try {
      if (endpoint.access === 'SERVICE') await admitService(endpoint, credential ?? '', authority);
      refuseUnstorableText([params, body]);
      const input = readInput(endpoint, { params, query: {}, body }, undefined);
      const call = async () => handler({ ...input, fail, newId: randomUUIDv7 } as never);
      return await call().catch((error: unknown) => assertDeclared(endpoint, operationId, error));
    } catch (error) {
      const { code } = classifyError(error);
      // The calling service gets only UNAVAILABLE.
      if (errors[code].status >= 500 || !endpoint.errors.includes(code))
        log.error({ err: error, code, operationId, requestId: currentRequestId() }, 'failed');
      throw error;
    }
  };
}

type KnownDevice = (call: never) => Promise<string | undefined> | string | undefined;

type Answer = (request: FastifyRequest, reply: FastifyReply, viewer: Caller | undefined) => Promise<unknown>;

function mountEndpoint(
  room: FastifyInstance,
  { endpoint, operationId }: Pick<MountedEndpoint, 'endpoint' | 'operationId'>,
  answer: Answer,
  { authority, adminOrigin }: { authority: Authority; adminOrigin: string | undefined },
): void {
  void room.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { operationId },
    // By default, HEAD would run the handler and record a download that is not sent. Calendar programs need
    // HEAD.
    exposeHeadRoute: (!endpoint.file || endpoint.file === 'text/calendar') && !endpoint.events,
    schema: openApiSchemas(operationId, endpoint),
    onSend: (request, reply, payload) => storeResponse(request, reply, payload),
    handler: async (request, reply) => {
      refuseOtherSites(endpoint, request, adminOrigin);
      const viewer = await identifyCaller(endpoint, request, authority);
      const limitOptions = {
        isWrite: !isReading(endpoint),
        costlyAs: endpoint.isCostly && endpoint.path,
      };
      const caller = viewer?.userId ?? (isOpenRead(endpoint) ? addressLimitKey(request.ip) : undefined);
      const release =
        endpoint.events || !caller ? undefined : await authority.concurrencyLimit?.take(caller, limitOptions);
      try {
        return await answer(request, reply, viewer);
      } finally {
        release?.();
      }
    },
  });
}

/** The text of a search may be a name, so the audit records only that there was one. */
function lookAt(operationId: string, input: { params?: unknown; query?: unknown; body?: unknown }) {
  const params = (input.params ?? {}) as { userId?: string; id?: string };
  const query = (input.query ?? {}) as { userId?: string };
  const { search } = (input.body ?? {}) as { search?: string };
  const about = [operationId, params.id, search?.trim() ? 'search' : undefined];
  return [about.filter(Boolean).join(' '), params.userId ?? query.userId] as const;
}

export function createRoute(
  app: FastifyInstance,
  contract: ServiceContract,
  authority: Authority,
  adminPort?: AdminPort,
): { route: Route; assertComplete(): void } {
  const operationIds = new Map(Object.entries(contract.endpoints).map(([id, endpoint]) => [endpoint, id]));
  const missing = new Set<EndpointShape>(operationIds.keys());
  authority.limiter?.assertKnown(NOT_FOUND_LIMIT);
  const sendEvents = createEvents(authority);

  const mountCall = (
    endpoint: EndpointShape,
    handler: (call: never) => Promise<unknown>,
    {
      knownDevice,
      isTransaction = false,
    }: { knownDevice?: KnownDevice | undefined; isTransaction?: boolean },
  ) => {
    const operationId = operationIds.get(endpoint);
    if (operationId === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract`);
    if (!missing.delete(endpoint)) throw new Error(`${operationId} is mounted twice`);
    const compiled = findCompiledReply(endpoint);
    for (const limit of endpoint.limits ?? []) requireLimiter(authority).assertKnown(limit);
    const [ofAddress, ofDevice] = [limitsCountedBy(endpoint, 'ADDRESS'), limitsCountedBy(endpoint, 'DEVICE')];
    const ofPerson = limitsCountedBy(endpoint, 'PERSON');
    const countCaller = async (call: { request: FastifyRequest; viewer: Caller | undefined }) => {
      const device = await knownDevice?.(call as never);
      if (device !== undefined) await enforceLimits(ofDevice, device, authority);
      else if (ofAddress.length > 0)
        await enforceLimits(ofAddress, addressLimitKey(call.request.ip), authority);
    };
    const answer = async (request: FastifyRequest, reply: FastifyReply, viewer: Caller | undefined) => {
      const input = await authorizeAndReadInput(endpoint, operationId, { request, viewer }, authority);
      await countCaller({ ...input, request, viewer });
      const keyed = readKeyedCall(endpoint, operationId, { request, viewer });
      const { idempotencyStore } = authority;
      const claim = keyed && !isTransaction ? await claimCall(request, keyed, idempotencyStore) : undefined;
      const ifMatch = endpoint.versioned ? parseIfMatch(request) : undefined;
      if (viewer && !isTransaction) await enforceLimits(ofPerson, viewer.userId, authority);
      const newId = () => claim?.subjectId ?? randomUUIDv7();
      const transact: Transact<unknown> = (db, work) =>
        transaction(db, async (trx) => {
          const own = keyed && (await claimCall(request, keyed, idempotencyStore, trx));
          for (const limit of viewer ? ofPerson : [])
            await requireLimiter(authority).takeIn(trx, limit, viewer!.userId);
          const result = await work(trx, own?.subjectId ?? randomUUIDv7());
          await own?.storeAndCommit?.(toAnswer(endpoint, compiled, result.reply));
          return result;
        });
      const call = { ...input, viewer, fail, ifMatch, newId, transact, request, reply };
      // The audit entry is written before the read, so an admin sees nothing without an entry.
      if (viewer?.role === 'ADMIN' && isReading(endpoint))
        await authority.admins?.recordLook(...lookAt(operationId, input));
      const result = handler(call as never)
        .catch(async (error: unknown) => {
          if (error instanceof AlreadyAnswered) throw error;
          if (viewer && !isTransaction) await releaseLimits(ofPerson, viewer.userId, error, authority);
          return countNotFoundAndThrow(viewer, error, authority);
        })
        .catch((error: unknown) => assertDeclared(endpoint, operationId, error));
      const done = await result;
      return sendResult(reply, endpoint, compiled, done, { viewer, sendEvents });
    };
    const answerOnce: Answer = (request, reply, viewer) =>
      answer(request, reply, viewer).catch((error: unknown) => {
        if (error instanceof AlreadyAnswered) return resendStoredResponse(reply, error.answer);
        throw error;
      });
    // Only endpoints for services, such as signing keys, have a shape that a standard fixes.
    const isForPeers = endpoint.access === 'SERVICE' || endpoint.bare !== undefined;
    if (isForPeers)
      app.peerCalls?.set(endpoint, peerAnswer({ endpoint, operationId, handler }, app, authority));
    const mount = (room: FastifyInstance) =>
      mountEndpoint(room, { endpoint, operationId }, answerOnce, {
        authority,
        adminOrigin: adminPort?.origin,
      });
    if (isOnAdminPort(endpoint)) {
      if (adminPort) mount(adminPort.app);
    } else if (endpoint.oneClick) mountOneClick(app, endpoint, mount);
    else mount(app);
  };

  const plainRoute = ((endpoint, handler, knownDevice) =>
    mountCall(endpoint, handler, { knownDevice })) as Route;
  const inTransaction: Route['inTransaction'] = (endpoint, handler) =>
    mountCall(endpoint, handler, { isTransaction: true });
  const route = Object.assign(plainRoute, { inTransaction });

  return {
    route,
    assertComplete() {
      const unmounted = [...missing].map((endpoint) => operationIds.get(endpoint));
      if (unmounted.length > 0) throw new Error(`Not mounted in ${contract.name}: ${unmounted.join(', ')}`);
    },
  };
}
