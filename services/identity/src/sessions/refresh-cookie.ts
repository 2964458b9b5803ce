import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_COOKIE } from '@app/contracts/identity/session.ts';
import type { Fail } from '@app/kit/problem.ts';

/** The prefix `__Host-`: this host only, over a secure connection only (RFC 6265bis 4.1.3.2); and readable by no script. */
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

export function setRefreshCookie(reply: FastifyReply, secret: string, expires: Date): void {
  void reply.setCookie(REFRESH_COOKIE, secret, { ...attributes, expires });
}

export function clearRefreshCookie(reply: FastifyReply): void {
  void reply.clearCookie(REFRESH_COOKIE, attributes);
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH_COOKIE];
}

/**
 * CSRF protection: only our own pages may use the cookie. A browser says where a request comes from (Fetch Metadata,
 * Origin); a request with neither must carry a header that no form of another site can send.
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string, fail: Fail<'CROSS_SITE'>): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') fail('CROSS_SITE');
  const { origin } = request.headers;
  const isOurs = origin === undefined || origin === new URL(publicUrl).origin || isOwnHost(origin, request);
  const isTold = site !== undefined || origin !== undefined || hasHeaderOfNoForm(request);
  if (!isOurs || !isTold) fail('CROSS_SITE');
}

function hasHeaderOfNoForm({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with'] !== undefined || headers['content-type'] === 'application/json';
}

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.host;
}
