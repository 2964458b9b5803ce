import type { FastifyInstance } from 'fastify';
import { type input, type $ZodType, safeParse } from 'zod/v4/core';
import * as z from 'zod';
import type { EndpointShape, ReplyOf, ServiceContract } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { refuseInsideTransaction } from './database.ts';
import { parseJson } from './parse-json.ts';
import { Failure } from './problem.ts';
import { currentRequestId } from './current-request.ts';

/** Sends one request and gives its status and text; the same JSON crosses in one process as between two. */
export type Transport = (request: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}) => Promise<{ status: number; text: string }>;

const PEER_TIMEOUT_MS = 3000;

export function httpTransport(origin: string): Transport {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PEER_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  };
}

export function inProcessTransport(app: FastifyInstance): Transport {
  return async ({ method, path, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, text: response.payload };
  };
}

type InputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? { [K in Part]: input<S> }
  : unknown;
type PeerInput<E extends EndpointShape> = InputOf<E, 'params'> & InputOf<E, 'body'>;

export type CallPeer = <const E extends EndpointShape>(
  endpoint: E,
  given: PeerInput<E>,
) => Promise<ReplyOf<E>>;

const ProblemReply = z.object({ code: z.string() });

/**
 * Calls of another service over its contract. A declared failure is thrown as the same Failure; anything else, a
 * time-out among it, is UNAVAILABLE. Never inside a transaction.
 */
export function createPeer(
  transport: Transport,
  contract: ServiceContract,
  credential: () => Promise<string>,
): CallPeer {
  return async (endpoint, given) => {
    refuseInsideTransaction(`A call of the ${contract.name} service`);
    const { params = {}, body } = given as { params?: Record<string, string>; body?: unknown };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const answer = await transport({
      method: endpoint.method,
      path: `${contract.base}${path}`,
      headers: {
        ...(endpoint.access === 'ANYONE' ? {} : { authorization: `Bearer ${await credential()}` }),
        'x-request-id': currentRequestId(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw Object.assign(new Failure('UNAVAILABLE'), { cause });
    });
    if (answer.status >= 400) throw asFailure(endpoint, answer.text);
    return readReply(endpoint, answer.text) as never;
  };
}

/** A reply that is not what the contract says is as good as none. */
function readReply(endpoint: EndpointShape, text: string): unknown {
  const schema = endpoint.reply ?? endpoint.bare;
  if (!schema) return undefined;
  const json = parseJson(text);
  const isEnveloped = endpoint.reply !== undefined && typeof json === 'object' && json !== null;
  const parsed = safeParse(schema, isEnveloped ? Reflect.get(json, 'content') : json);
  if (!parsed.success) throw new Failure('UNAVAILABLE');
  return parsed.data;
}

function asFailure(endpoint: EndpointShape, text: string): Failure {
  const { data } = ProblemReply.safeParse(parseJson(text));
  const code = endpoint.errors.find((declared) => declared === data?.code);
  return new Failure(code !== undefined && code in errors ? code : 'UNAVAILABLE');
}
