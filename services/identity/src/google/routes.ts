import { randomPKCECodeVerifier, randomNonce, randomState } from 'openid-client';
import { finishGoogleSignIn, startGoogleSignIn } from '@app/contracts/identity/google.ts';
import type { QueryOf } from '@app/contracts/endpoint.ts';
import { type Fail, classifyError } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { findOrAddPerson } from '../accounts/google-accounts/find-or-add-person.ts';
import { signIn } from '../accounts/sign-in.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { assertSameSite } from '../sessions/start-session.ts';
import {
  type Google,
  type SignInAttempt,
  createGoogle,
  setAttemptCookie,
  consumeAttemptCookie,
} from './request-google.ts';

/** Google sign-in uses the authorization code flow with PKCE in a popup (D-26, RFC 9700 2.1.1). */
export function googleRoutes(route: Route, deps: Deps): void {
  const google = createGoogle(deps.config, deps.log);

  route(startGoogleSignIn, async ({ body, reply, fail }) => {
    if (!google) return fail('GOOGLE_NOT_OFFERED');
    const attempt = {
      collaborator: body.collaborator,
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
    };
    const url = await google.authorizationUrl(attempt);
    setAttemptCookie(reply, attempt);
    return { url };
  });

  route(finishGoogleSignIn, async ({ query, request, reply, fail }) => {
    if (!google) return fail('GOOGLE_NOT_OFFERED');
    assertSameSite(request, deps.config.PUBLIC_URL, fail);
    const attempt = consumeAttemptCookie(request, reply);
    const userId = await identify(deps, google, attempt, query, fail).catch(async (error: unknown) => {
      const { code } = classifyError(error);
      if (code.startsWith('GOOGLE_')) await recordEvent(deps.db, 'LOG_IN_REFUSED', { about: code });
      throw error;
    });
    return (await signIn(deps, { userId, by: 'GOOGLE' }, reply)) ?? fail('GOOGLE_SIGN_IN_FAILED');
  });
}

async function identify(
  deps: Deps,
  google: Google,
  attempt: SignInAttempt | undefined,
  query: QueryOf<typeof finishGoogleSignIn>,
  fail: Fail<(typeof finishGoogleSignIn)['errors'][number]>,
): Promise<string> {
  if (!attempt || attempt.collaborator !== query.collaborator) return fail('GOOGLE_SIGN_IN_FAILED');
  const account = await google.readAccount(attempt, query, fail);
  return findOrAddPerson(deps, account, attempt.collaborator, fail);
}
