import {
  existsByEmail,
  registerPerson,
  resendVerification,
  resetPassword,
  updatePassword,
  verifyEmail,
} from '@app/contracts/identity/account.ts';
import { isEmail, normalEmail } from '@app/contracts/text.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { takeLetterToken, voidLetterTokens } from '../letters/queries.ts';
import { startSession } from '../sessions/start-session.ts';
import { changePassword } from './change-password.ts';
import { findCredentials, updateEmailVerified } from './queries.ts';
import { register } from './register.ts';

export function accountRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(registerPerson, async ({ body, fail }) => register(deps, body, fail));

  route(verifyEmail, async ({ body, fail, reply }) => {
    const userId = await transaction(db, async (trx) => {
      const owner = await takeLetterToken(trx, 'VERIFY_EMAIL', body.token);
      if (owner === undefined) return fail('TOKEN_NOT_VALID');
      await updateEmailVerified(trx, owner);
      await voidLetterTokens(trx, owner, 'VERIFY_EMAIL');
      return owner;
    });
    return (await startSession(deps, { userId }, reply)) ?? fail('TOKEN_NOT_VALID');
  });

  route(resendVerification, async ({ body }) => {
    const person = await findCredentials(db, body.email);
    if (person && person.emailVerifiedAt === null) {
      await transaction(db, (trx) => queueLetter(deps, trx, { kind: 'VERIFY_EMAIL', userId: person.userId }));
    }
    return { email: body.email };
  });

  route(existsByEmail, async ({ query }) => {
    if (!isEmail(query.email)) return false;
    return (await findCredentials(db, normalEmail(query.email))) !== undefined;
  });

  route(resetPassword, async ({ body }) => {
    const person = await findCredentials(db, body.email);
    if (person) {
      await transaction(db, (trx) =>
        queueLetter(deps, trx, { kind: 'RESET_PASSWORD', userId: person.userId }),
      );
    }
    return { email: body.email };
  });

  route(updatePassword, async ({ params, query, body, fail }) =>
    changePassword(deps, { userId: params.id, token: query.token, password: body.password }, fail),
  );
}
