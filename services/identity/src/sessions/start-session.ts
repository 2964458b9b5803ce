import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_COOKIE } from '@app/contracts/identity/sessions.ts';
import type { Fail } from '@app/kit/problem.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import { BROWSER_MAP, parse } from 'bowser';
import { accountWords } from '@app/words/accounts.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { newSecret } from '../tokens.ts';
import { endOldestSessions, insertRefreshToken, insertSession } from './queries.ts';

/**
 * With the prefix `__Host-`, the cookie belongs to this host only and needs a secure connection (RFC 6265bis
 * 4.1.3.2).
 */
const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

export function setRefreshCookie(reply: FastifyReply, secret: string, expires: Date): void {
  void reply.setCookie(REFRESH_COOKIE, secret, { ...cookieAttributes, expires });
}

export function clearRefreshCookie(reply: FastifyReply): void {
  void reply.clearCookie(REFRESH_COOKIE, cookieAttributes);
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH_COOKIE];
}

/**
 * Protects against CSRF: a request without Fetch Metadata and Origin must have a header that a form of
 * another site cannot send.
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string, fail: Fail<'CROSS_SITE'>): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') fail('CROSS_SITE');
  const { origin } = request.headers;
  const isOurs = origin === undefined || origin === new URL(publicUrl).origin || isOwnHost(origin, request);
  const isOriginKnown = site !== undefined || origin !== undefined || hasHeaderOfNoForm(request);
  if (!isOurs || !isOriginKnown) fail('CROSS_SITE');
}

function hasHeaderOfNoForm({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with'] !== undefined || headers['content-type'] === 'application/json';
}

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** Real user agents are shorter. Reading a longer text would only take time. */
const LONGEST_USER_AGENT = 400;

const knownBrowsers = new Set<string>(Object.values(BROWSER_MAP));

/**
 * Returns, for example, "Chrome on Android". For unknown browsers, the parser returns the text that the
 * caller sent, so only known names are used.
 */
function nameDevice(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent.trim() === '') return null;
  const { browser, os } = parse(userAgent.slice(0, LONGEST_USER_AGENT));
  if (browser.name === undefined || !knownBrowsers.has(browser.name)) return null;
  return os.name === undefined ? browser.name : accountWords.device(browser.name, os.name);
}

export interface NewSession {
  userId: string;
  by: 'PASSWORD' | 'EMAIL' | 'GOOGLE' | 'CODE';
  passwordHash?: string;
  numberHashes?: readonly string[];
  alongside?: (trx: Transaction<IdentityTables>) => Promise<void>;
}

/** A limit, so that repeated log-ins do not fill the table. */
const MOST_SESSIONS = 20;

/** Returns undefined if the password or number has changed since it was checked. */
export async function startSession(
  deps: Deps,
  { userId, by, passwordHash, numberHashes, alongside }: NewSession,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { config, db } = deps;
  const sessionId = randomUUIDv7();
  const { secret, hash } = newSecret();
  const device = nameDevice(reply.request.headers['user-agent']);
  const idleUntil = await transaction(db, async (trx) => {
    const now = await readClock(trx);
    const expiresAt = new Date(now.getTime() + config.SESSION_DAYS * DAY_MS);
    const until = idleEnd(now, config.SESSION_IDLE_HOURS, expiresAt);
    const session = { sessionId, userId, expiresAt, device, passwordHash, numberHashes };
    if (!(await insertSession(trx, session))) return undefined;
    await insertRefreshToken(trx, { hash, sessionId, expiresAt: until });
    await recordEvent(trx, 'LOGGED_IN', { userId, about: by });
    await alongside?.(trx);
    const ended = await endOldestSessions(trx, userId, MOST_SESSIONS);
    for (const about of ended) await recordEvent(trx, 'SESSION_ENDED', { userId, about });
    return until;
  });
  if (!idleUntil) return undefined;
  setRefreshCookie(reply, secret, idleUntil);
  return sessionId;
}

export function idleEnd(now: Date, idleHours: number, sessionExpiresAt: Date): Date {
  return new Date(Math.min(now.getTime() + idleHours * HOUR_MS, sessionExpiresAt.getTime()));
}
