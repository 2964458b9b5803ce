import { type AccessRule, type EndpointShape, ACCESS } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';

/** What the access and the input of an endpoint can answer beyond the codes it declares. */
function impliedErrors(endpoint: EndpointShape): ErrorCode[] {
  const { access, method } = endpoint;
  const { role, isVerified }: AccessRule = ACCESS[access];
  return [
    access === 'ANYONE' ? 'CROSS_SITE' : 'NOT_SIGNED_IN',
    ...(role || access === 'SERVICE' ? (['NOT_ALLOWED'] as const) : []),
    ...(isVerified ? (['NOT_VERIFIED'] as const) : []),
    ...(endpoint.own ? (['NOT_YOURS'] as const) : []),
    // Every call refuses a key of the query that it does not know, and a body is read whether it is wanted or not.
    'INVALID_INPUT',
    'MALFORMED_REQUEST',
    ...(method === 'GET' ? [] : (['NOT_JSON', 'TOO_LARGE', 'CONFLICT'] as const)),
    ...(method === 'POST' ? (['IN_FLIGHT', 'KEY_REUSED'] as const) : []),
    ...(endpoint.limits || isPersonal(endpoint) || isOpenRead(endpoint)
      ? (['TOO_MANY_REQUESTS'] as const)
      : []),
    'UNAVAILABLE',
    'INTERNAL',
  ];
}

/** Calls of a person are held to their share, and their 404 to a rate limit. */
const isPersonal = ({ access }: EndpointShape) => access !== 'ANYONE' && access !== 'SERVICE';

/** A read without an account that no limit of the contract counts: addresses are held to the share of a person. */
export const isOpenRead = ({ access, method, limits, bare }: EndpointShape): boolean =>
  access === 'ANYONE' && method === 'GET' && limits === undefined && bare === undefined;

/** Every code an endpoint can answer, each once. */
export function allErrors(endpoint: EndpointShape): ErrorCode[] {
  return [...new Set([...endpoint.errors, ...impliedErrors(endpoint)])];
}
