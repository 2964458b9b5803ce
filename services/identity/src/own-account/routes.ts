import * as contract from '@app/contracts/identity/own-account.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { findAccount } from '../accounts/queries.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { endSessionOf, endSessionsBut, listSessions } from '../sessions/queries.ts';
import { clearRefreshCookie } from '../sessions/refresh-cookie.ts';
import { signedInUser } from '../sessions/start-session.ts';
import { changeAccount } from './change-account.ts';
import { changePassword } from './change-password.ts';

/** What a person reads and changes of their own account, and where they are signed in. */
export function ownAccountRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(contract.readOwnAccount, async ({ viewer: { userId } }) => {
    const account = await findAccount(db, userId);
    if (!account) throw new Failure('NOT_SIGNED_IN');
    const { passwordHash, createdAt, agreedToTermsAt, ...shown } = account;
    return {
      userId,
      ...shown,
      hasPassword: passwordHash !== null,
      createdAt: createdAt.toISOString(),
      agreedToTermsAt: agreedToTermsAt.toISOString(),
    };
  });

  route(contract.changeOwnAccount, async ({ body, viewer, fail }) => {
    await changeAccount(deps, viewer.userId, body, fail);
    return signedInUser(deps, viewer.userId, viewer.sessionId);
  });

  route(contract.changeOwnPassword, async ({ body, viewer, reply, fail }) =>
    changePassword(deps, viewer, body, reply, fail),
  );

  route(contract.listOwnSessions, async ({ viewer }) => {
    const sessions = await listSessions(db, viewer.userId);
    return sessions.map(({ sessionId, startedAt, lastUsedAt, device }) => ({
      sessionId,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      device,
      isCurrent: sessionId === viewer.sessionId,
    }));
  });

  route(contract.endOwnSession, async ({ params, viewer, reply, fail }) => {
    const [sessionId, userId] = [params.sessionId, viewer.userId];
    await transaction(db, async (trx) => {
      if (!(await endSessionOf(trx, { sessionId, userId }))) return fail('SESSION_NOT_FOUND');
      await noteEvent(trx, 'SESSION_ENDED', { userId, about: sessionId });
    });
    if (sessionId === viewer.sessionId) clearRefreshCookie(reply);
  });

  route(contract.endOtherSessions, async ({ viewer: { userId, sessionId } }) =>
    transaction(db, async (trx) => {
      const ended = await endSessionsBut(trx, { userId, sessionId });
      for (const about of ended) await noteEvent(trx, 'SESSION_ENDED', { userId, about });
      return { endedCount: ended.length };
    }),
  );
}
