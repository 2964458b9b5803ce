import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import type { Deps } from '../deps.ts';

type Keys = Pick<Deps, 'config'>;

const NAME = '__Host-known';
const SECONDS = 365 * DAY_SECONDS;
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: SECONDS } as const;
/** Families often share a phone. */
const MOST_ACCOUNTS = 4;
const VALUE = /^[\w-]{22}(?:\.[\w-]{43}){1,4}$/;

const signatureOf = (key: string, id: string, email: string) =>
  createHmac('sha256', key).update(`known ${id} ${email}`).digest();

function read({ cookies }: FastifyRequest): { id: string; signatures: string[] } | undefined {
  const value = cookies[NAME] ?? '';
  if (!VALUE.test(value)) return undefined;
  const [id = '', ...signatures] = value.split('.');
  return { id, signatures };
}

export const isSomeKnownDevice = (request: FastifyRequest): boolean => read(request) !== undefined;

/** The id grants no rights: its holder still needs the password (OWASP device cookies). */
export function knownDevice({ config }: Keys, request: FastifyRequest, email: string): string | undefined {
  const { id, signatures } = read(request) ?? {};
  if (id === undefined) return undefined;
  const expected = config.IDENTITY_SIGNING_KEYS.map(({ d }) => signatureOf(d, id, email));
  const isKnown = signatures?.some((given) =>
    expected.some((one) => timingSafeEqual(one, Buffer.from(given, 'base64url'))),
  );
  return isKnown ? id : undefined;
}

/** The HMAC does not reveal the account. */
export function knowDevice({ config }: Keys, reply: FastifyReply, email: string): void {
  const { id, signatures } = read(reply.request) ?? {
    id: randomBytes(16).toString('base64url'),
    signatures: [],
  };
  const own = signatureOf(config.IDENTITY_SIGNING_KEYS[0].d, id, email).toString('base64url');
  const newest = [own, ...signatures.filter((one) => one !== own)].slice(0, MOST_ACCOUNTS);
  void reply.setCookie(NAME, [id, ...newest].join('.'), attributes);
}
