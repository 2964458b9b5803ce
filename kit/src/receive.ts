import type { FastifyRequest } from 'fastify';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { type AccessRule, type EndpointShape, ACCESS, isOnAdminPort } from '@app/contracts/endpoint.ts';
import { type ErrorCode, errors } from '@app/contracts/errors.ts';
import type { Rule } from '@app/contracts/rule.ts';
import { type Authority, countNotFoundAndThrow } from './authority.ts';
import { type BrokenRule, Failure, classifyError, fail } from './problem.ts';
import type { Caller } from './viewer.ts';

/** Reads the token of the header Authorization (RFC 6750 section 2.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  // Refuses two such headers. Node uses the first, but a proxy may have used the second.
  const { rawHeaders } = request.raw;
  const isName = (text: string, index: number) =>
    index % 2 === 0 && text.length === 13 && /^authorization$/i.test(text);
  if (rawHeaders.filter(isName).length > 1) return undefined;
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Refuses calls that other sites send through the browsers of their visitors (Fetch Metadata): they would use
 * up the visitor's rate limit. Admin calls may come only from pages of the admin area.
 */
export function refuseOtherSites(
  endpoint: EndpointShape,
  { headers }: FastifyRequest,
  adminOrigin: string | undefined,
): void {
  const site = headers['sec-fetch-site'];
  if (isOnAdminPort(endpoint)) {
    const isOurs = headers.origin === undefined || headers.origin === adminOrigin;
    if (!isOurs || (site !== undefined && site !== 'same-origin')) fail('CROSS_SITE');
  }
  if (endpoint.access === 'ANYONE' && site !== undefined && site !== 'same-origin' && site !== 'none')
    fail('CROSS_SITE');
}

export async function authorizeAndReadInput(
  endpoint: EndpointShape,
  operationId: string,
  { request, viewer }: { request: FastifyRequest; viewer: Caller | undefined },
  authority: Authority,
) {
  if (viewer && viewer.role !== 'ADMIN' && !(await authority.isLive(viewer))) return fail('NOT_SIGNED_IN');
  try {
    if (viewer) await admit(endpoint, viewer, authority);
    const input = readInput(endpoint, request, viewer);
    if (!endpoint.needsRecentPasskey || (viewer?.role === 'ADMIN' && viewer.isPasskeyRecent)) return input;
  } catch (error) {
    const { code } = classifyError(error);
    if (viewer && errors[code].status === 403)
      await authority.recordRefusal?.(viewer, `${operationId} ${code}`);
    return countNotFoundAndThrow(viewer, error, authority);
  }
  return fail('PASSKEY_TOO_OLD');
}

export async function identifyCaller(
  endpoint: EndpointShape,
  request: FastifyRequest,
  authority: Authority,
): Promise<Caller | undefined> {
  if (endpoint.access === 'ANYONE') return undefined;
  const token = bearerToken(request);
  if (token === undefined) return fail('NOT_SIGNED_IN');
  if (endpoint.access === 'ADMIN') return (await authority.admins?.verify(token)) ?? fail('NOT_SIGNED_IN');
  if (endpoint.access !== 'SERVICE') return (await authority.verifyToken(token)) ?? fail('NOT_SIGNED_IN');
  await admitService(endpoint, token, authority);
  return undefined;
}

export async function admitService(
  { callers }: EndpointShape,
  token: string,
  authority: Authority,
): Promise<void> {
  const service = (await authority.verifyService(token)) ?? fail('NOT_SIGNED_IN');
  if (!callers?.includes(service)) fail('NOT_ALLOWED');
}

async function admit(
  { access, adminRoles }: EndpointShape,
  viewer: Caller,
  authority: Authority,
): Promise<void> {
  if (adminRoles && !(viewer.role === 'ADMIN' && adminRoles.some((role) => viewer.adminRoles.includes(role))))
    fail('NOT_ALLOWED');
  const { role, isVerified }: AccessRule = ACCESS[access];
  if (role !== undefined && viewer.role !== role) fail('NOT_ALLOWED');
  if (isVerified && !(await authority.isVerified(viewer.userId))) fail('NOT_VERIFIED');
}

type RawInput = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

/** If an id in the path is malformed, the answer is the endpoint's own 404. */
export function readInput(endpoint: EndpointShape, request: RawInput, viewer: Caller | undefined) {
  const params = endpoint.params
    ? parse(endpoint.params, request.params, () => fail(notFoundCode(endpoint)))
    : undefined;
  const query = parseQuery(endpoint, request);
  const given = endpoint.own?.in === 'body' ? request.body : endpoint.own?.in === 'query' ? query : params;
  assertOwn(endpoint, given, viewer);
  const body = parseBody(endpoint, request);
  return { params, query, body };
}

function parseQuery(endpoint: EndpointShape, request: RawInput): unknown {
  return endpoint.query ? parse(endpoint.query, request.query, refuseInput) : refuseKeys(request.query);
}

function parseBody(endpoint: EndpointShape, { body }: RawInput): unknown {
  return endpoint.body ? parse(endpoint.body, body ?? undefined, refuseInput) : refuseKeys(body);
}

/** If the contract has no input, every key is refused as unknown (D-20). */
function refuseKeys(given: unknown): undefined {
  const [unknownKey] = Object.keys(given ?? {});
  if (unknownKey === undefined) return undefined;
  return fail('INVALID_INPUT', [{ rule: `notAKnownKey ${unknownKey}`, field: unknownKey }]);
}

function notFoundCode(endpoint: EndpointShape): ErrorCode {
  return endpoint.errors.find((code) => code.endsWith('_NOT_FOUND')) ?? 'NO_SUCH_CALL';
}

/** Checks that the ids belong to the caller (D-21) before anything is read. */
function assertOwn(endpoint: EndpointShape, given: unknown, viewer: Caller | undefined): void {
  if (!endpoint.own || !viewer || typeof given !== 'object' || given === null) return;
  const id: unknown = Reflect.get(given, endpoint.own.name);
  if (typeof id === 'string' && id.toLowerCase() !== viewer.userId) fail('NOT_YOURS');
}

function parse(schema: $ZodType, value: unknown, refuse: (items: BrokenRule[]) => never): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  return refuse(
    result.error.issues.slice(0, 20).flatMap((issue): BrokenRule[] => {
      const path = issue.path.map(String);
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .slice(0, 5)
          .map((key) => ({ rule: `notAKnownKey ${key}`, field: [...path, key].join('.') }));
      }
      // If the message is not one of our rules, plainRule in server.ts replaces it later.
      return [{ rule: issue.message as Rule, ...(path.length > 0 ? { field: path.join('.') } : {}) }];
    }),
  );
}

const refuseInput = (items: BrokenRule[]): never => {
  throw new Failure('INVALID_INPUT', items);
};
