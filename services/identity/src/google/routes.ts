import { randomPKCECodeVerifier, randomNonce, randomState } from 'openid-client';
import { finishGoogleSignIn, startGoogleSignIn } from '@app/contracts/identity/google.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { assertSameSite } from '../sessions/refresh-cookie.ts';
import { startSession } from '../sessions/start-session.ts';
import { createGoogle } from './ask-google.ts';
import { setAttemptCookie, takeAttemptCookie } from './attempt-cookie.ts';
import { findOrAddPerson } from './find-or-add-person.ts';

/** Sign-in with Google, by authorization code with PKCE in a popup (D-26, RFC 9700 2.1.1). */
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
    const attempt = takeAttemptCookie(request, reply);
    if (attempt?.collaborator !== query.collaborator) return fail('GOOGLE_SIGN_IN_FAILED');
    const account = await google.readAccount(attempt, query, fail);
    const userId = await findOrAddPerson(deps, account, attempt.collaborator);
    return (await startSession(deps, { userId, by: 'GOOGLE' }, reply)) ?? fail('GOOGLE_SIGN_IN_FAILED');
  });
}
