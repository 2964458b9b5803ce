import { randomUUID } from 'node:crypto';
import { type input, type $ZodType, safeParse } from 'zod/v4/core';
import * as z from 'zod';
import type { EndpointShape, ReplyOf, ServiceContract } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { currentRequest, currentRequestId, runWithRequest } from './current-request.ts';
import { refuseInsideTransaction } from './database.ts';
import { parseJson } from './parse-json.ts';
import { Failure, classifyError } from './problem.ts';

export interface PeerRequest {
  params: Readonly<Record<string, string>>;
  body: unknown;
  credential: string | undefined;
}

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

export type PeerCalls = Map<EndpointShape, (request: PeerRequest) => Promise<unknown>>;

/**
 * The called service still checks credential and input. There is no time-out, because only this process can
 * delay the call.
 */
export function inProcessTransport(calls: PeerCalls, recordError: (error: unknown) => void): Transport {
  return async ({ name }, endpoint, request) => {
    const call = calls.get(endpoint);
    if (!call)
      throw new Error(`${endpoint.method} ${endpoint.path} of ${name} is not mounted in this process`);
    const caller = currentRequest() ?? { id: randomUUID(), address: '127.0.0.1' };
    try {
      return await runWithRequest(caller, () => call(request));
    } catch (error) {
      recordError(error);
      throw Object.assign(new Failure(classifyError(error).code), { cause: error });
    }
  };
}

/** URLs cannot contain these path segments, not even encoded (WHATWG URL). */
const isDotSegment = (param: string) => param === '.' || param === '..';

type InputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? { [K in Part]: input<S> }
  : unknown;
type PeerInput<E extends EndpointShape> = InputOf<E, 'params'> & InputOf<E, 'body'>;

export type CallPeer = <const E extends EndpointShape>(
  endpoint: E,
  given: PeerInput<E>,
) => Promise<ReplyOf<E>>;

/**
 * Failures that the contract does not declare become UNAVAILABLE, also time-outs and invalid replies. Fields
 * that it does not declare are removed. Calls inside a transaction are refused.
 */
export function createPeer(
  transport: Transport,
  contract: ServiceContract,
  credential: () => Promise<string>,
): CallPeer {
  return async (endpoint, given) => {
    refuseInsideTransaction(`A call of the ${contract.name} service`);
    const { params = {}, body } = given as { params?: Record<string, string>; body?: unknown };
    if (Object.values(params).some(isDotSegment)) throw new Failure('UNAVAILABLE');
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
