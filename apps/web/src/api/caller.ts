import type { EndpointShape, ReplyOf } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { callAddress, type CallInput, type LooseInput } from './call-input.ts';
import { networkFailure, problemFailure } from './failure.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { recordServerTime } from './server-clock.ts';

export interface CallDeps {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  readUser: () => Pick<SignedInUser, 'userId' | 'token'> | null;
  renew: (stale: string | null) => Promise<string | null>;
  /**
   * Returns a token that has not expired, if possible. Otherwise it returns the given one, and the call
   * fails.
   */
  fresh: (token: string) => Promise<string> | string;
  /** Runs one piece of work at a time, over all tabs. Renewals of the token run this way too. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  endSession: () => void;
  newKey: () => string;
  wait: (milliseconds: number) => Promise<void>;
}

const MOST_WAITS = 5;

export type CallArguments<E extends EndpointShape> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, signal?: AbortSignal]
    : [input: CallInput<E>, signal?: AbortSignal];

export type CallResult<E extends EndpointShape> = E extends { readonly file: string }
  ? ReceivedFile
  : ReplyOf<E>;

export type Call = <const E extends EndpointShape>(
  endpoint: E,
  ...given: CallArguments<E>
) => Promise<CallResult<E>>;

const asFailure = (error: unknown, signal?: AbortSignal) => (signal?.aborted ? error : networkFailure(error));

/** `page` and `bare` replies are the whole body. Other replies are in `content` (D-20). */
async function parseReply(
  endpoint: EndpointShape,
  response: Response,
  signal?: AbortSignal,
): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (endpoint.file) return receiveFile(response);
  // If the connection breaks, this must be a failure and not an empty reply.
  const body: unknown = await response.json().catch((error: unknown) => {
    throw asFailure(error, signal);
  });
  if (endpoint.page || endpoint.bare) return body;
  return (body as { content?: unknown }).content;
}

const secondsToWait = (response: Response) => Number(response.headers.get('Retry-After')) || undefined;

/** A POST repeats its Idempotency-Key after a token renewal and while the first try is IN_FLIGHT. */
export function createCaller(base: string, deps: CallDeps): Call {
  async function send(
    endpoint: EndpointShape,
    input: LooseInput,
    key: string | null,
    token: string | null,
    signal?: AbortSignal,
  ) {
    // Protects against CSRF in browsers without Fetch Metadata: a form of another site cannot send this
    // header.
    const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'fetch' };
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    if (token !== null) headers.Authorization = `Bearer ${token}`;
    if (key !== null) headers['Idempotency-Key'] = key;
    if (input.ifVersion !== undefined) headers['If-Match'] = `"${input.ifVersion}"`;
    const fetching = () =>
      deps.fetch(callAddress(base, endpoint.path, input), {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? null : JSON.stringify(input.body),
        keepalive: input.outlivesPage ?? false,
        signal: signal ?? null,
      });
    try {
      // Runs alone, because a renewal at the same time would use the cookie of the old session and log the
      // person out.
      const response = await (endpoint.replacesSession ? deps.alone(fetching) : fetching());
      recordServerTime(response);
      return response;
    } catch (error) {
      throw asFailure(error, signal);
    }
  }

  async function sendSigned(
    endpoint: EndpointShape,
    input: LooseInput,
    key: string | null,
    signal?: AbortSignal,
  ): Promise<Response> {
    const isSigned = endpoint.access !== 'ANYONE';
    const user = isSigned ? deps.readUser() : null;
    const token = user && (await deps.fresh(user.token));
    let response = await send(endpoint, input, key, token, signal);
    if (response.status === 401 && isSigned) {
      const renewed = await deps.renew(token);
      // If another person has signed in since, the call must not run in that person's name.
      if (user && renewed !== null && deps.readUser()?.userId !== user.userId) return response;
      if (renewed !== null) response = await send(endpoint, input, key, renewed, signal);
      if (renewed === null || response.status === 401) deps.endSession();
    }
    return response;
  }

  const call = async (endpoint: EndpointShape, input: LooseInput = {}, signal?: AbortSignal) => {
    const key =
      endpoint.method === 'POST' && !endpoint.isRead ? (input.idempotencyKey ?? deps.newKey()) : null;
    for (let waits = 0; ; waits += 1) {
      const response = await sendSigned(endpoint, input, key, signal);
      if (response.ok) return parseReply(endpoint, response, signal);
      const wait = secondsToWait(response);
      const failure = problemFailure(response.status, await response.json().catch(() => undefined), wait);
      if (failure.code !== 'IN_FLIGHT' || waits === MOST_WAITS) throw failure;
      await deps.wait((wait ?? 1) * 1000);
    }
  };
  return call as Call;
}
