import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { Problem } from '@app/contracts/errors.ts';
import type { Claim, StoredResponse, IdempotencyStore } from './idempotency-store.ts';
import { Failure, noteRefusal } from './problem.ts';
import type { Viewer } from './viewer.ts';

const HEADER = 'Idempotency-Key';
const LONGEST_KEY = 255;
/** Headers that are replayed with status and body; the others belong to each request. */
const REPEATED_HEADERS = ['content-type', 'set-cookie', 'etag', 'location', 'retry-after'];
/** Statuses that are not stored: nothing was done, and the same call may succeed a moment later. */
const NOT_YET: ReadonlySet<number> = new Set([401, 408, 429]);

const claims = new WeakMap<FastifyRequest, Claim>();

/**
 * Idempotent replay (D-28): for a POST with an Idempotency-Key, either the claim to run it or the stored response of the
 * first try. Undefined for any other call.
 */
export async function claimCall(
  { method, access, needsKey }: EndpointShape,
  operationId: string,
  { request, viewer }: { request: FastifyRequest; viewer: Viewer | undefined },
  idempotencyStore: IdempotencyStore,
): Promise<{ claim: Claim } | { answer: StoredResponse } | undefined> {
  const key = method === 'POST' ? readKey(request) : undefined;
  if (key === undefined) return needsKey ? refuseKey() : undefined;
  // A cookie is all that distinguishes strangers: under another cookie it is another log-in or refresh.
  const stranger = access === 'SERVICE' ? 'service' : (request.headers.cookie ?? '');
  const content = JSON.stringify([request.url, request.headers['if-match'] ?? null, request.body ?? null]);
  const call = { key, operationId, who: viewer?.userId ?? stranger, content };
  const found = await idempotencyStore.claim(call);
  if ('claim' in found) claims.set(request, found.claim);
  return found;
}

/** Undefined without the header; one that is no key, or two of them, is a mistake worth telling. */
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

/**
 * Stores the response for replay, as it goes out with cookies and problems: an onSend hook of the route. If that fails the
 * call still succeeds, and a repeat runs it again under the same id.
 */
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
    request.log.warn({ err: error }, 'an answer was not kept');
  }
}

function settle(claim: Claim, reply: FastifyReply, payload: unknown): Promise<void> {
  // A failure of ours may have come after the effect.
  if (reply.statusCode >= 500) return claim.release();
  return NOT_YET.has(reply.statusCode) ? claim.forget() : claim.keep(answerOf(reply, payload));
}

function answerOf(reply: FastifyReply, payload: unknown): StoredResponse {
  const headers = REPEATED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value : String(value)] as const];
  });
  const body = typeof payload === 'string' ? payload : null;
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}

export function sendAgain(reply: FastifyReply, { status, headers, body }: StoredResponse): FastifyReply {
  if (status >= 400 && body !== null) noteRefusal(reply, (JSON.parse(body) as Problem).code);
  return reply
    .code(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .serializer(String)
    .send(body ?? undefined);
}
