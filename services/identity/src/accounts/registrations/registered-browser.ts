import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '@app/contracts/durations.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { hashSecret, newSecret } from '../../tokens.ts';

const NAME = '__Host-registered';
/** As long as a sign-up waits for its verification: each link that is sent again works for a day. */
const SECONDS = RETENTION.unverifiedSignUps.days * DAY_SECONDS;
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: SECONDS } as const;

export function readBrowserSecret({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[NAME] ?? '';
  return /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** All registrations of a browser share its secret: two people may sign up on one phone. */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readBrowserSecret(request) ?? newSecret().secret;
  void reply.setCookie(NAME, secret, attributes);
  return secret;
}

/** The id is part of the hash, so that the table does not show which people share a browser. */
export const hashBrowser = (registrationId: string, secret: string) =>
  hashSecret(`${registrationId} ${secret}`);
