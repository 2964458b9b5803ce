import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '@app/contracts/enumerations.ts';
import * as oidc from 'openid-client';
import * as z from 'zod';
import { mayHoldContact, breakLinks } from '@app/contracts/contact-in-text.ts';
import { GOOGLE_RETURN_PATH } from '@app/contracts/identity/google.ts';
import { INPUT_MAX_LENGTH, KnownEmail, NOT_IN_NAMES } from '@app/contracts/text.ts';
import type { Log } from '@app/kit/log.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import { MINUTE_SECONDS } from '@app/contracts/durations.ts';
import type { GoogleAccount } from '../accounts/google-accounts/find-or-add-person.ts';
import type { IdentityConfig } from '../config.ts';

/** Stored in a cookie, so that only the browser that began the sign-in can finish it. */
export interface SignInAttempt {
  /** Undefined for a log-in, which must not register anyone. */
  collaborator: Role | undefined;
  state: string;
  nonce: string;
  codeVerifier: string;
}

const COOKIE_NAME = '__Host-google';
const COOKIE_SECONDS = 10 * MINUTE_SECONDS;
const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

export function setAttemptCookie(reply: FastifyReply, attempt: SignInAttempt): void {
  const { collaborator, state, nonce, codeVerifier } = attempt;
  const value = [collaborator, state, nonce, codeVerifier].join('.');
  void reply.setCookie(COOKIE_NAME, value, { ...cookieAttributes, maxAge: COOKIE_SECONDS });
}

/** Deletes the cookie too, so that an attempt can finish only once. */
export function consumeAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
): SignInAttempt | undefined {
  void reply.clearCookie(COOKIE_NAME, cookieAttributes);
  const parts = /^(RESEARCHER|PARTICIPANT)?\.([\w-]{43})\.([\w-]{43})\.([\w-]{43})$/.exec(
    request.cookies[COOKIE_NAME] ?? '',
  );
  if (!parts) return undefined;
  const [, collaborator, state = '', nonce = '', codeVerifier = ''] = parts;
  return { collaborator: collaborator as Role | undefined, state, nonce, codeVerifier };
}

const LONGEST_SUBJECT = 255;
/** These error codes mean that our client id or secret is wrong (RFC 6749 5.2). */
const CLIENT_FAULT_CODES: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'redirect_uri_mismatch',
]);

interface Answer {
  code: string;
  state: string;
  iss?: string | undefined;
}

export interface Google {
  authorizationUrl(attempt: SignInAttempt): Promise<string>;
  readAccount(
    attempt: SignInAttempt,
    answer: Answer,
    fail: Fail<'GOOGLE_SIGN_IN_FAILED' | 'GOOGLE_EMAIL_NOT_VERIFIED'>,
  ): Promise<GoogleAccount>;
}

export function createGoogle(config: IdentityConfig, log: Log): Google | undefined {
  const { GOOGLE_CLIENT_ID: clientId, PUBLIC_URL } = config;
  if (clientId === undefined) return undefined;
  const returnUrl = new URL(GOOGLE_RETURN_PATH, PUBLIC_URL);
  const discover = discoverOnce(config, clientId, log);
  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: returnUrl.href,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async readAccount({ state, nonce, codeVerifier }, answer, fail) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const tokens = await oidc
        .authorizationCodeGrant(await discover(), withAnswer(returnUrl, answer), checks)
        .catch((error: unknown) => {
          if (error instanceof Error && error.cause instanceof Failure) throw error.cause;
          const reason = error instanceof oidc.ResponseBodyError ? error.error : undefined;
          log[reason !== undefined && CLIENT_FAULT_CODES.has(reason) ? 'error' : 'info'](
            { err: error, reason },
            'a sign-in with Google was refused',
          );
          return fail('GOOGLE_SIGN_IN_FAILED');
        });
      return parseGoogleAccount(tokens.claims(), fail);
    },
  };
}

/** If it fails, the next call tries again. */
function discoverOnce(
  { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_SECRET: secret, GOOGLE_TIMEOUT_SECONDS }: IdentityConfig,
  clientId: string,
  log: Log,
): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | undefined;
  return () => {
    known ??= oidc
      .discovery(
        new URL(issuer),
        clientId,
        { ...(secret === undefined ? {} : { client_secret: secret }), id_token_signed_response_alg: 'RS256' },
        undefined,
        {
          timeout: GOOGLE_TIMEOUT_SECONDS,
          [oidc.customFetch]: fetchFromIssuer,
          execute: [
            // Without this option, the library accepts tokens without a signature if they come over TLS.
            oidc.enableNonRepudiationChecks,
            ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error: unknown) => {
        known = undefined;
        log.error({ err: error }, 'the issuer for sign-in with Google cannot be read');
        throw new Failure('UNAVAILABLE');
      });
    return known;
  };
}

/** If the issuer fails, also while its body is read, this must not look like a mistake of the person. */
async function fetchFromIssuer(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, options as RequestInit)
    .then(async (response) => new Response(await response.arrayBuffer(), response))
    .catch(() => undefined);
  if (answer === undefined || answer.status >= 500) throw new Failure('UNAVAILABLE');
  return answer;
}

function withAnswer(returnUrl: URL, { code, state, iss }: Answer): URL {
  const url = new URL(returnUrl);
  url.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
  return url;
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(LONGEST_SUBJECT),
  email: KnownEmail,
  email_verified: z.unknown().optional(),
  hd: z.string().optional(),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
  name: z.string().catch(''),
});

function parseGoogleAccount(
  claims: oidc.IDToken | undefined,
  fail: Fail<'GOOGLE_SIGN_IN_FAILED' | 'GOOGLE_EMAIL_NOT_VERIFIED'>,
): GoogleAccount {
  const { success, data } = Claims.safeParse(claims);
  if (!success) return fail('GOOGLE_SIGN_IN_FAILED');
  if (data.email_verified !== true) return fail('GOOGLE_EMAIL_NOT_VERIFIED');
  const isMailboxOfIssuer = data.hd !== undefined || data.email.endsWith('@gmail.com');
  return {
    issuer: data.iss,
    subject: data.sub,
    email: data.email,
    isMailboxOfIssuer,
    ...parseGoogleName(data),
  };
}

/** Some people have only one name, so a missing name is filled in. */
function parseGoogleName({ given_name, family_name, name, email }: z.infer<typeof Claims>) {
  const given = cleanName(given_name);
  if (given !== '') return { firstName: given, lastName: cleanName(family_name) };
  return { firstName: cleanName(name) || cleanName(email.replace(/@.*/, '')), lastName: '' };
}

const shortenName = (text: string) => [...text].slice(0, INPUT_MAX_LENGTH).join('').trim();

function cleanName(text: string): string {
  const allowed = text.toWellFormed().replaceAll(new RegExp(NOT_IN_NAMES, 'gu'), ' ').trim();
  const short = shortenName(allowed);
  return mayHoldContact(short, 'NAME') ? shortenName(breakLinks(short)) : short;
}
