import {
  existsByEmail,
  registerPerson,
  resendVerification,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { queueAskedLetter } from '../letters/queue-asked-letter.ts';
import { changePassword } from './change-password.ts';
import { checkEmail } from './check-email.ts';
import { findCredentials } from './queries.ts';
import { register } from './register.ts';
import { verify } from './verify-email.ts';

export function accountRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(registerPerson, async ({ body, newId, fail }) => register(deps, { ...body, id: newId() }, fail));

  route(verifyEmail, async ({ body, fail, reply }) => verify(deps, body.token, reply, fail));

  route(resendVerification, async ({ body: { email } }) => {
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      const userId = person?.emailVerifiedAt === null ? person.userId : undefined;
      await queueAskedLetter(deps, trx, { kind: 'VERIFY_EMAIL', userId, email });
    });
    return { email };
  });

  route(existsByEmail, async ({ query }) => checkEmail(deps, query.email));

  route(resetPassword, async ({ body: { email } }) => {
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      await queueAskedLetter(deps, trx, { kind: 'RESET_PASSWORD', userId: person?.userId, email });
    });
    return { email };
  });

  route(updatePassword, async ({ params, query, body, fail }) =>
    changePassword(deps, { userId: params.id, token: query.token, password: body.password }, fail),
  );
}
