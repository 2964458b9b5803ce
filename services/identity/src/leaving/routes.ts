import { leave as leaveContract, sendLeavingCode } from '@app/contracts/identity/leaving.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { clearRefreshCookie } from '../sessions/refresh-cookie.ts';
import { leave } from './leave.ts';
import { LEAVING_CODE } from './letters.ts';

/** How somebody takes their leave of us. */
export function leavingRoutes(route: Route, deps: Deps): void {
  route(sendLeavingCode, async ({ viewer: { userId } }) =>
    transaction(deps.db, (trx) => queueLetter(deps, trx, LEAVING_CODE, { userId })),
  );

  route(leaveContract, async ({ body, viewer, reply, fail }) => {
    await leave(deps, viewer, body, fail);
    clearRefreshCookie(reply);
  });
}
