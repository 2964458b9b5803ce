import { readResetLink, resetPassword, updatePassword } from '@app/contracts/identity/accounts.ts';
import { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { isLiveLink, findSentLink } from '../../links/use-link.ts';
import { readKnownDevice } from '../../sessions/known-device.ts';
import { dropEndedCookie } from '../../sessions/refresh.ts';
import { RESET_PASSWORD } from '../emails.ts';
import { findCredentials } from '../queries.ts';
import { queueLimitedEmail } from '../queue-limited-email.ts';
import { changePassword, setPasswordByLink } from './change-password.ts';

export function passwordRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(resetPassword, async ({ body: { email }, request }) => {
    const isKnownDevice = readKnownDevice(deps, request, email) !== undefined;
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      const recipient = { userId: person?.userId, email, isKnownDevice };
      await queueLimitedEmail(deps, trx, RESET_PASSWORD, recipient, {});
    });
    return { email };
  });

  route(
    readResetLink,
    async ({ params: { id: userId }, query, fail }) =>
      (await isLiveLink(db, 'RESET_PASSWORD', query.token, userId)) ? { userId } : fail('TOKEN_NOT_VALID'),
    ({ params: { id }, query: { token } }) => findSentLink(db, 'RESET_PASSWORD', token, id),
  );

  route(
    updatePassword,
    async ({ params: { id: userId }, query: { token }, body, request, reply, fail }) => {
      const findKnownDevice = (email: string) => readKnownDevice(deps, request, email);
      const { password } = body;
      const owner = await setPasswordByLink(
        deps,
        { userId, token, password, request, findKnownDevice },
        fail,
      );
      await dropEndedCookie(deps, request, reply);
      return owner;
    },
    ({ params: { id }, query: { token } }) => findSentLink(db, 'RESET_PASSWORD', token, id),
  );

  route(changeOwnPassword, async ({ body, viewer, reply, fail }) =>
    changePassword(deps, viewer, body, reply, fail),
  );
}
