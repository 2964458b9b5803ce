import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '@app/contracts/enumerations.ts';

/** What a browser keeps of a sign-in that it began, so that no other browser can finish it. */
export interface Attempt {
  /** Undefined where nobody is to be registered. */
  collaborator: Role | undefined;
  state: string;
  nonce: string;
  codeVerifier: string;
}

const NAME = '__Host-google';
const SECONDS = 10 * 60;
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

export function setAttemptCookie(reply: FastifyReply, attempt: Attempt): void {
  const { collaborator, state, nonce, codeVerifier } = attempt;
  const value = [collaborator, state, nonce, codeVerifier].join('.');
  void reply.setCookie(NAME, value, { ...attributes, maxAge: SECONDS });
}

/** Reads the cookie and clears it: an attempt is finished once, well or not. */
export function takeAttemptCookie(request: FastifyRequest, reply: FastifyReply): Attempt | undefined {
  void reply.clearCookie(NAME, attributes);
  const parts = /^(RESEARCHER|PARTICIPANT)?\.([\w-]{43})\.([\w-]{43})\.([\w-]{43})$/.exec(
    request.cookies[NAME] ?? '',
  );
  if (!parts) return undefined;
  const [, collaborator, state = '', nonce = '', codeVerifier = ''] = parts;
  return { collaborator: collaborator as Role | undefined, state, nonce, codeVerifier };
}
