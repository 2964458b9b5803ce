import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MINUTES } from '@app/contracts/identity/phones.ts';
import { hashSecret, newSecret } from '../../tokens.ts';

const NAME = '__Host-code';
/** A text may take a while to leave, and its code works from then on. */
const SECONDS = 2 * CODE_MINUTES * 60;
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Binds a code to the browser that asks for it; gives what is kept of that. */
export function setFlowCookie(reply: FastifyReply): Buffer {
  const { secret, hash } = newSecret();
  void reply.setCookie(NAME, secret, { ...attributes, maxAge: SECONDS });
  return hash;
}

/** What would be kept of the browser's cookie; of none, what nobody has. */
export const flowOfCookie = ({ cookies }: FastifyRequest): Buffer => hashSecret(cookies[NAME] ?? '');

export function clearFlowCookie(reply: FastifyReply): void {
  void reply.clearCookie(NAME, attributes);
}
