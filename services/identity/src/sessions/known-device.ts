import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import type { Deps } from '../deps.ts';

type Keys = Pick<Deps, 'config'>;

const COOKIE_NAME = '__Host-known';
const COOKIE_SECONDS = 365 * DAY_SECONDS;
const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
  maxAge: COOKIE_SECONDS,
} as const;
/** Families often share a telephone, so a device can be known for several accounts. */
const MAX_ACCOUNTS = 4;
const COOKIE_VALUE = /^[\w-]{22}(?:\.[\w-]{43}){1,4}$/;

const signKnownDevice = (key: string, id: string, email: string) =>
  createHmac('sha256', key).update(`known ${id} ${email}`).digest();

function readDeviceCookie({ cookies }: FastifyRequest): { id: string; signatures: string[] } | undefined {
  const value = cookies[COOKIE_NAME] ?? '';
  if (!COOKIE_VALUE.test(value)) return undefined;
  const [id = '', ...signatures] = value.split('.');
  return { id, signatures };
}

export const isSomeKnownDevice = (request: FastifyRequest): boolean =>
  readDeviceCookie(request) !== undefined;

/** The device id gives no rights: the password is still required (OWASP device cookies). */
export function readKnownDevice(
  { config }: Keys,
  request: FastifyRequest,
  email: string,
): string | undefined {
  const { id, signatures } = readDeviceCookie(request) ?? {};
  if (id === undefined) return undefined;
  const expected = config.IDENTITY_SIGNING_KEYS.map(({ d }) => signKnownDevice(d, id, email));
  const isKnown = signatures?.some((given) =>
    expected.some((one) => timingSafeEqual(one, Buffer.from(given, 'base64url'))),
  );
  return isKnown ? id : undefined;
}

/** The cookie contains an HMAC of the address, which does not reveal the account. */
export function rememberDevice({ config }: Keys, reply: FastifyReply, email: string): void {
  const { id, signatures } = readDeviceCookie(reply.request) ?? {
    id: randomBytes(16).toString('base64url'),
    signatures: [],
  };
  const own = signKnownDevice(config.IDENTITY_SIGNING_KEYS[0].d, id, email).toString('base64url');
  const newest = [own, ...signatures.filter((one) => one !== own)].slice(0, MAX_ACCOUNTS);
  void reply.setCookie(COOKIE_NAME, [id, ...newest].join('.'), cookieAttributes);
}
