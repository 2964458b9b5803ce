import {
  endOtherSessions as endOtherSessionsCall,
  endOwnSession,
  listOwnSessions,
} from '@app/contracts/identity/account-settings.ts';
import { logOut } from '@app/contracts/identity/sessions.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { endOneSession, endSessionBySecret, endOtherSessions, listSessions } from './queries.ts';
import { findRequestSession } from './refresh.ts';
import { assertSameSite, clearRefreshCookie, readRefreshCookie } from './start-session.ts';

export function sessionRoutes(route: Route, { db, config }: Deps): void {
  route(
    logOut,
    async ({ request, reply, fail }) => {
      assertSameSite(request, config.PUBLIC_URL, fail);
      const secret = readRefreshCookie(request);
      const userId = secret === undefined ? undefined : await endSessionBySecret(db, secret);
      if (userId !== undefined) await recordEvent(db, 'LOGGED_OUT', { userId });
      clearRefreshCookie(reply);
    },
    ({ request }) => findRequestSession({ db }, request),
  );

  route(listOwnSessions, async ({ viewer }) => {
    const sessions = await listSessions(db, viewer.userId);
    return sessions.map(({ sessionId, startedAt, lastUsedAt, device }) => ({
      sessionId,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      device,
      isCurrent: sessionId === viewer.sessionId,
    }));
  });

  route(endOwnSession, async ({ params, viewer, reply, fail }) => {
    const [sessionId, userId] = [params.sessionId, viewer.userId];
    await transaction(db, async (trx) => {
      if (!(await endOneSession(trx, { sessionId, userId }))) return fail('SESSION_NOT_FOUND');
      await recordEvent(trx, 'SESSION_ENDED', { userId, about: sessionId });
    });
    if (sessionId === viewer.sessionId) clearRefreshCookie(reply);
  });

  route(endOtherSessionsCall, async ({ viewer: { userId, sessionId } }) =>
    transaction(db, async (trx) => {
      const ended = await endOtherSessions(trx, { userId, sessionId });
      for (const about of ended) await recordEvent(trx, 'SESSION_ENDED', { userId, about });
      return { endedCount: ended.length };
    }),
  );
}
