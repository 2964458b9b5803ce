import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { Problem } from '@app/contracts/errors.ts';
import type { Claim, IdempotencyStore, KeyedCall, StoredResponse } from './idempotency-store.ts';
import { Failure, recordRefusal } from './problem.ts';
import type { Caller } from './viewer.ts';

const HEADER = 'Idempotency-Key';
const LONGEST_KEY = 255;
const REPLAYED_HEADERS = ['content-type', 'set-cookie', 'etag', 'location', 'retry-after'];
/** A call with one of these statuses had no effect and may soon succeed. */
const UNSTORED_STATUSES: ReadonlySet<number> = new Set([401, 408, 429]);

const claims = new WeakMap<FastifyRequest, Claim>();

/** Only a POST that changes something can have an Idempotency-Key (D-28). */
export function readKeyedCall(
  { method, access, needsKey, isRead }: EndpointShape,
  operationId: string,
  { request, viewer }: { request: FastifyRequest; viewer: Caller | undefined },
): KeyedCall | undefined {
  const key = method === 'POST' && !isRead ? readKey(request) : undefined;
  if (key === undefined) return needsKey ? refuseKey() : undefined;
  // Callers who are not signed in differ only by their cookie.
  const stranger = access === 'SERVICE' ? 'service' : (request.headers.cookie ?? '');
  const content = JSON.stringify([request.url, request.headers['if-match'] ?? null, request.body ?? null]);
  return { key, operationId, who: viewer?.userId ?? stranger, content };
}

export class AlreadyAnswered extends Error {
  readonly answer: StoredResponse;
  constructor(answer: StoredResponse) {
    super('The call was answered before');
    this.answer = answer;
  }
}

/** Throws if the call was answered before. */
export async function claimCall<Tables>(
  request: FastifyRequest,
  call: KeyedCall,
  idempotencyStore: IdempotencyStore,
  trx?: Transaction<Tables>,
): Promise<Claim> {
  // If the transaction is retried, its first claim was rolled back.
  claims.delete(request);
  const found = await idempotencyStore.claim(call, trx);
  if ('answer' in found) throw new AlreadyAnswered(found.answer);
  claims.set(request, found.claim);
  return found.claim;
}

function readKey({ raw }: FastifyRequest): string | undefined {
  const keys = raw.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === HEADER.toLowerCase(),
  );
  const [key] = keys;
  if (key === undefined) return undefined;
  if (keys.length === 1 && key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key)) return key;
  return refuseKey();
}

function refuseKey(): never {
  throw new Failure('INVALID_INPUT', [{ rule: 'idempotencyKey', field: HEADER }]);
}

/** If the answer cannot be stored, the call still succeeds. A repeat then runs again with the same id. */
export async function storeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const claim = claims.get(request);
  if (!claim) return;
  claims.delete(request);
  try {
    await settle(claim, reply, payload);
  } catch (error) {
    request.log.warn({ err: error }, 'an answer was not stored');
  }
}

function settle(claim: Claim, reply: FastifyReply, payload: unknown): Promise<void> {
  // The call may have had an effect, so its key is not deleted: a repeat runs again with the same subject id.
  if (reply.statusCode >= 500) return claim.release();
  return UNSTORED_STATUSES.has(reply.statusCode)
    ? claim.discard()
    : claim.store(toStoredResponse(reply, payload));
}

function toStoredResponse(reply: FastifyReply, payload: unknown): StoredResponse {
  const headers = REPLAYED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value : String(value)] as const];
  });
  const body = typeof payload === 'string' ? payload : null;
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}

export function resendStoredResponse(
  reply: FastifyReply,
  { status, headers, body }: StoredResponse,
): FastifyReply {
  if (status >= 400 && body !== null) recordRefusal(reply, (JSON.parse(body) as Problem).code);
  return reply
    .code(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .serializer(String)
    .send(body ?? undefined);
}
