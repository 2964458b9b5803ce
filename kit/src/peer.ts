import { randomUUID } from 'node:crypto';
import { type input, type $ZodType, safeParse } from 'zod/v4/core';
import * as z from 'zod';
import type { EndpointShape, ReplyOf, ServiceContract } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { currentRequest, currentRequestId, underRequest } from './current-request.ts';
import { refuseInsideTransaction } from './database.ts';
import { parseJson } from './parse-json.ts';
import { Failure, codeOf } from './problem.ts';

/** What crosses to another service. The credential says who calls; an endpoint for ANYONE has none. */
export interface PeerRequest {
  params: Readonly<Record<string, string>>;
  body: unknown;
  credential: string | undefined;
}

/** Carries one call and gives the other service's reply, not yet parsed, or throws the Failure that it answered with. */
export type Transport = (
  contract: ServiceContract,
  endpoint: EndpointShape,
  request: PeerRequest,
) => Promise<unknown>;

const PEER_TIMEOUT_MS = 3000;

export function httpTransport(origin: string): Transport {
  return async ({ base }, endpoint, { params, body, credential }) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const response = await fetch(new URL(`${base}${path}`, origin), {
      method: endpoint.method,
      headers: {
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        'x-request-id': currentRequestId(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PEER_TIMEOUT_MS),
    });
    const json = parseJson(await response.text());
    if (response.status >= 400) throw asFailure(json);
    const isEnveloped = endpoint.reply !== undefined && typeof json === 'object' && json !== null;
    return isEnveloped ? Reflect.get(json, 'content') : json;
  };
}

const ProblemReply = z.object({ code: z.string() });

function asFailure(json: unknown): Failure {
  const { data } = ProblemReply.safeParse(json);
  return new Failure(data !== undefined && data.code in errors ? (data.code as 'INTERNAL') : 'UNAVAILABLE');
}

/** The calls that services in this process take from each other; `createRoute` fills it. */
export type PeerCalls = Map<EndpointShape, (request: PeerRequest) => Promise<unknown>>;

/**
 * Spares the call HTTP and JSON: the other service checks the credential and the input as ever. It has no time limit of its
 * own, since it waits for nothing but this process, whose calls and jobs have theirs. `noteError` sees what went wrong there.
 */
export function inProcessTransport(calls: PeerCalls, noteError: (error: unknown) => void): Transport {
  return async ({ name }, endpoint, request) => {
    const call = calls.get(endpoint);
    if (!call)
      throw new Error(`${endpoint.method} ${endpoint.path} of ${name} is not mounted in this process`);
    const caller = currentRequest() ?? { id: randomUUID(), address: '127.0.0.1' };
    try {
      return await underRequest(caller, () => call(request));
    } catch (error) {
      noteError(error);
      throw Object.assign(new Failure(codeOf(error).code), { cause: error });
    }
  };
}

/** No URL holds these as a segment, not even percent-encoded (WHATWG URL: dot segments). */
const isUnaddressable = (param: string) => param === '.' || param === '..';

type InputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? { [K in Part]: input<S> }
  : unknown;
type PeerInput<E extends EndpointShape> = InputOf<E, 'params'> & InputOf<E, 'body'>;

export type CallPeer = <const E extends EndpointShape>(
  endpoint: E,
  given: PeerInput<E>,
) => Promise<ReplyOf<E>>;

/**
 * Calls of another service over its contract. A declared failure is thrown as the same Failure; anything else, a
 * time-out among it, is UNAVAILABLE. A reply that is not what the contract says is as good as none, and a field that it
 * does not declare never crosses. Never inside a transaction.
 */
export function createPeer(
  transport: Transport,
  contract: ServiceContract,
  credential: () => Promise<string>,
): CallPeer {
  return async (endpoint, given) => {
    refuseInsideTransaction(`A call of the ${contract.name} service`);
    const { params = {}, body } = given as { params?: Record<string, string>; body?: unknown };
    if (Object.values(params).some(isUnaddressable)) throw new Failure('UNAVAILABLE');
    const shown = endpoint.access === 'ANYONE' ? undefined : await credential();
    const answer = await transport(contract, endpoint, { params, body, credential: shown }).catch(
      (cause: unknown) => {
        const code = endpoint.errors.find((declared) => cause instanceof Failure && declared === cause.code);
        throw Object.assign(new Failure(code ?? 'UNAVAILABLE'), { cause });
      },
    );
    const schema = endpoint.reply ?? endpoint.bare;
    if (!schema) return undefined as never;
    const parsed = safeParse(schema, answer);
    if (!parsed.success) throw Object.assign(new Failure('UNAVAILABLE'), { cause: parsed.error });
    return parsed.data as never;
  };
}
