import { type AccessRule, type EndpointShape, ACCESS, isOnAdminPort } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';

function impliedErrors(endpoint: EndpointShape): ErrorCode[] {
  const { access, method, isRead } = endpoint;
  const { role, isVerified }: AccessRule = ACCESS[access];
  return [
    access === 'ANYONE' ? 'CROSS_SITE' : 'NOT_SIGNED_IN',
    ...(isOnAdminPort(endpoint) ? (['CROSS_SITE'] as const) : []),
    ...(role || access === 'SERVICE' || access === 'ADMIN' ? (['NOT_ALLOWED'] as const) : []),
    ...(endpoint.needsRecentPasskey ? (['PASSKEY_TOO_OLD'] as const) : []),
    ...(isVerified ? (['NOT_VERIFIED'] as const) : []),
    ...(endpoint.own ? (['NOT_YOURS'] as const) : []),
    'INVALID_INPUT',
    'MALFORMED_REQUEST',
    ...(method === 'GET' ? [] : (['NOT_JSON', 'TOO_LARGE', 'CONFLICT'] as const)),
    ...(method === 'POST' && !isRead ? (['IN_FLIGHT', 'KEY_REUSED'] as const) : []),
    ...(endpoint.limits || isPersonal(endpoint) || isOpenRead(endpoint)
      ? (['TOO_MANY_REQUESTS'] as const)
      : []),
    'UNAVAILABLE',
    'INTERNAL',
  ];
}

const isPersonal = ({ access }: EndpointShape) => access !== 'ANYONE' && access !== 'SERVICE';

/** Reads without sign-in are limited per address. */
export const isOpenRead = ({ access, method, limits, bare }: EndpointShape): boolean =>
  access === 'ANYONE' && method === 'GET' && limits === undefined && bare === undefined;

export function allErrors(endpoint: EndpointShape): ErrorCode[] {
  return [...new Set([...endpoint.errors, ...impliedErrors(endpoint)])];
}
