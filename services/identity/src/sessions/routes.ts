import { logIn, logOut, readMe, refreshSession } from '@app/contracts/identity/session.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { findCredentials, findPerson } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { isPassword } from '../passwords.ts';
import { endSessionOfSecret } from './queries.ts';
import { assertSameSite, clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { refresh } from './refresh.ts';
import { startSession } from './start-session.ts';

export function sessionRoutes(route: Route, deps: Deps): void {
  const { db, config } = deps;

  route(logIn, async ({ body, fail, reply }) => {
    const person = await findCredentials(db, body.email);
    if (!(await isPassword(body.password, person?.passwordHash)) || !person) return fail('WRONG_CREDENTIALS');
    // Said only to whoever knows the password.
    if (person.emailVerifiedAt === null) return fail('EMAIL_NOT_VERIFIED');
    return (await startSession(deps, person, reply)) ?? fail('WRONG_CREDENTIALS');
  });

  route(refreshSession, async ({ request, reply, fail }) => {
    assertSameSite(request, config.PUBLIC_URL, fail);
    return refresh(deps, request, reply, fail);
  });

  route(logOut, async ({ request, reply, fail }) => {
    assertSameSite(request, config.PUBLIC_URL, fail);
    const secret = readRefreshCookie(request);
    if (secret !== undefined) await endSessionOfSecret(db, secret);
    clearRefreshCookie(reply);
  });

  route(readMe, async ({ viewer }) => {
    const person = await findPerson(db, viewer.userId);
    if (!person) throw new Failure('NOT_SIGNED_IN');
    return { ...person, token: viewer.token };
  });
}
