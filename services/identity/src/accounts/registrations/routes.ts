import {
  existsByEmail,
  registerPerson,
  resendVerification,
  verifyEmail,
} from '@app/contracts/identity/accounts.ts';
import { transaction } from '@app/kit/database.ts';
import { addressKey } from '@app/kit/limits.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { findSentLink } from '../../links/use-link.ts';
import { VERIFY_EMAIL } from '../emails.ts';
import { findCredentials } from '../queries.ts';
import { queueLimitedEmail } from '../queue-limited-email.ts';
import { isEmailTaken, payForChecks, readOrSetDeviceId } from './check-email.ts';
import { register } from './register.ts';
import { verify } from './verify-email.ts';

export function registrationRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(registerPerson, async ({ body, newId, fail, request, reply }) =>
    register(deps, { ...body, id: newId() }, { request, reply }, fail),
  );

  route(
    verifyEmail,
    async ({ body, fail, request, reply }) => {
      const user = await verify(deps, body, { request, reply }, fail);
      await payForChecks(deps, addressKey(request.ip), user.email);
      return user;
    },
    ({ body: { token } }) => findSentLink(db, 'VERIFY_EMAIL', token),
  );

  route(resendVerification, async ({ body: { email } }) => {
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      const userId = person?.emailVerifiedAt === null ? person.userId : undefined;
      await queueLimitedEmail(deps, trx, VERIFY_EMAIL, { userId, email }, {});
    });
    return { email };
  });

  route(existsByEmail, async ({ query: { email }, request, reply }) => {
    const device = readOrSetDeviceId(deps, request, reply);
    return isEmailTaken(deps, { email, device, caller: addressKey(request.ip) });
  });
}
