import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import { takeLetterToken, voidLetterTokens } from '../letters/queries.ts';
import { forgetAskedLetters } from '../letters/queue-asked-letter.ts';
import { startSession } from '../sessions/start-session.ts';
import { updateEmailVerified } from './queries.ts';

/** Completes the verification by the letter's link, which works once, and signs in. */
export async function verify(
  deps: Deps,
  token: string,
  reply: FastifyReply,
  fail: Fail<'TOKEN_NOT_VALID'>,
): Promise<SignedInUser> {
  const userId = await transaction(deps.db, async (trx) => {
    const owner = await takeLetterToken(trx, 'VERIFY_EMAIL', token);
    if (owner === undefined) return fail('TOKEN_NOT_VALID');
    const email = await updateEmailVerified(trx, owner);
    await voidLetterTokens(trx, owner, 'VERIFY_EMAIL');
    await forgetAskedLetters(deps, trx, email);
    await noteEvent(trx, 'EMAIL_VERIFIED', { userId: owner });
    return owner;
  });
  return (await startSession(deps, { userId, by: 'LETTER' }, reply)) ?? fail('TOKEN_NOT_VALID');
}
