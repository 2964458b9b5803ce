import type { FastifyReply } from 'fastify';
import type { Transaction } from 'kysely';
import type { verifyEmail } from '@app/contracts/identity/account.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { agree } from '../../consents/agree.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { findOwner, useUpLink, voidLinks } from '../../links/use-link.ts';
import type { IdentityTables } from '../../schema.ts';
import { SET_PASSWORD } from '../letters.ts';
import { isEmailVerified, updateEmailVerified, updateToRegistrant } from '../queries.ts';
import { forgetAskedLetters } from '../queue-asked-letter.ts';
import { signIn, queueLettingIn } from '../sign-in.ts';
import { deleteRegistrations, findRegistrations } from './queries.ts';

/** Completes a registration by its letter's link, which works once, and signs in. */
export async function verify(
  deps: Deps,
  token: string,
  reply: FastifyReply,
  fail: Fail<'TOKEN_NOT_VALID' | 'EMAIL_ALREADY_VERIFIED'>,
): Promise<ReplyOf<typeof verifyEmail>> {
  const verified = await transaction(deps.db, async (trx) => {
    const taken = await useUpLink(trx, 'VERIFY_EMAIL', token);
    if (!taken) return undefined;
    const { userId: owner, registrationId } = taken;
    // A verified account is let in by its password, whatever letter was late.
    if (await isEmailVerified(trx, owner)) return undefined;
    const isContested = await completeRegistration(trx, owner, registrationId);
    const email = await updateEmailVerified(trx, owner);
    await voidLinks(trx, owner, 'VERIFY_EMAIL');
    await forgetAskedLetters(deps, trx, email);
    await queueLettingIn(deps, trx, owner);
    await noteEvent(trx, 'EMAIL_VERIFIED', {
      userId: owner,
      ...(isContested ? { about: 'PASSWORD_DROPPED' } : {}),
    });
    if (isContested) await queueLetter(deps, trx, SET_PASSWORD, { userId: owner });
    return { userId: owner, needsPassword: isContested };
  });
  if (verified === undefined) return refuseSpentLink(deps, token, fail);
  const { userId, needsPassword } = verified;
  const user = (await signIn(deps, { userId, by: 'LETTER' }, reply)) ?? fail('TOKEN_NOT_VALID');
  return { ...user, needsPassword };
}

/** A link that is over signs nobody in. But its holder had the letter, and may know that it has done its work. */
async function refuseSpentLink(
  { db }: Deps,
  token: string,
  fail: Fail<'TOKEN_NOT_VALID' | 'EMAIL_ALREADY_VERIFIED'>,
): Promise<never> {
  const owner = await findOwner(db, 'VERIFY_EMAIL', token);
  const isVerified = owner !== undefined && (await isEmailVerified(db, owner));
  return fail(isVerified ? 'EMAIL_ALREADY_VERIFIED' : 'TOKEN_NOT_VALID');
}

/**
 * Gives the person the data of the link's registration. Somebody may have registered with the address under another
 * password too: then following a link proves the mailbox and not whose letter it was. No password is kept, and a letter
 * sets one. True if so.
 */
async function completeRegistration(
  trx: Transaction<IdentityTables>,
  userId: string,
  registrationId: string | null,
): Promise<boolean> {
  const registrations = await findRegistrations(trx, userId);
  const chosen = registrations.find((one) => one.registrationId === registrationId) ?? registrations[0];
  const isContested = new Set(registrations.map(({ passwordHash }) => passwordHash)).size > 1;
  if (chosen) {
    const passwordHash = isContested ? null : chosen.passwordHash;
    await updateToRegistrant(trx, userId, { ...chosen, passwordHash });
    // Of the one that is followed alone: another's may be a stranger's.
    if (chosen.agreedTo) await agree(trx, userId, chosen.agreedTo, chosen.registeredAt);
  }
  await deleteRegistrations(trx, userId);
  return isContested;
}
