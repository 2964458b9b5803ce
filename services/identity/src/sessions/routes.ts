import { logIn, logOut, readMe, refreshSession } from '@app/contracts/identity/session.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { findPerson } from '../accounts/queries.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { endSessionOfSecret } from './queries.ts';
import { assertSameSite, clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { refresh } from './refresh.ts';
import { logInByPassword } from './log-in.ts';

export function sessionRoutes(route: Route, deps: Deps): void {
  const { db, config } = deps;

  route(logIn, async ({ body, fail, reply }) => logInByPassword(deps, body, reply, fail));

  route(refreshSession, async ({ request, reply, fail }) => {
    assertSameSite(request, config.PUBLIC_URL, fail);
    return refresh(deps, request, reply, fail);
  });

  route(logOut, async ({ request, reply, fail }) => {
    assertSameSite(request, config.PUBLIC_URL, fail);
    const secret = readRefreshCookie(request);
    const userId = secret === undefined ? undefined : await endSessionOfSecret(db, secret);
    if (userId !== undefined) await noteEvent(db, 'LOGGED_OUT', { userId });
    clearRefreshCookie(reply);
  });

  route(readMe, async ({ viewer }) => {
    const person = await findPerson(db, viewer.userId);
    if (!person) throw new Failure('NOT_SIGNED_IN');
    return { ...person, token: viewer.token };
  });
}
