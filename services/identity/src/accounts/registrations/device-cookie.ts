import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';

const NAME = '__Host-device';
/** As long as the longest count of it. */
const SECONDS = 24 * 60 * 60;
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: SECONDS } as const;

const signatureOf = (key: string, id: string) => createHmac('sha256', key).update(`device ${id}`).digest();

/**
 * Distinguishes devices that share an address, for a day: by an id that we gave out, or a new one with its cookie. It
 * says nothing of the person, and keeps nothing but counts.
 */
export function deviceOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest, reply: FastifyReply) {
  const keys = config.IDENTITY_SIGNING_KEYS.map(({ d }) => d);
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(request.cookies[NAME] ?? '') ?? [];
  if (id !== undefined && signature !== undefined) {
    const given = Buffer.from(signature, 'base64url');
    if (keys.some((key) => timingSafeEqual(signatureOf(key, id), given))) return id;
  }
  const fresh = randomBytes(16).toString('base64url');
  void reply.setCookie(NAME, `${fresh}.${signatureOf(keys[0]!, fresh).toString('base64url')}`, attributes);
  return fresh;
}
