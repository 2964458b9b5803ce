import type { FastifyRequest } from 'fastify';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { noteRefusedLink } from '../../links/note-refused-link.ts';
import { isLiveLink, useUpLink, voidOwnLinks } from '../../links/use-link.ts';
import { hashPassword } from '../../passwords.ts';
import { endSessionsOf } from '../../sessions/end-sessions.ts';
import { findPerson } from '../find-person.ts';
import { deleteGoogleAccounts } from '../google-accounts/queries.ts';
import { PASSWORD_SET } from '../letters.ts';
import { takeOffPhone } from '../change-account.ts';
import { updatePasswordHash } from '../queries.ts';
import { forgetAskedLetters } from '../queue-asked-letter.ts';
import { assertAcceptablePassword } from '../password-rules.ts';
import { forgetTries, triesKeys } from './queries.ts';

interface NewPassword {
  userId: string;
  token: string;
  password: string;
  request: FastifyRequest;
  /** The device that it is set on, if it has signed in to the account of this email before. */
  knownDeviceOf: (email: string) => string | undefined;
}

/**
 * Sets a new password by a reset link. The link is used up, older ones end, every session ends and the owner gets a
 * letter (ASVS 7.4.3). It signs nobody in. Earlier wrong passwords make nobody wait, not on this device either if it is
 * known. Another person's link fails and stays usable by its owner.
 */
export async function setPasswordByLink(
  deps: Deps,
  { userId, token, password, request, knownDeviceOf }: NewPassword,
  fail: Fail<'TOKEN_NOT_VALID' | 'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): Promise<{ userId: string }> {
  const person = await findPerson(deps.db, userId);
  // A made-up link costs no hash.
  if (!person || !(await isLiveLink(deps.db, 'RESET_PASSWORD', token, userId))) {
    if (person) await noteRefusedLink(deps, request, { userId, purpose: 'RESET_PASSWORD' });
    return fail('TOKEN_NOT_VALID');
  }
  assertAcceptablePassword(password, person, deps.config.PASSWORD_MIN_LENGTH, fail);
  const passwordHash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    const owner = await useUpLink(trx, 'RESET_PASSWORD', token, userId);
    if (owner === undefined || !(await updatePasswordHash(trx, userId, passwordHash))) {
      return fail('TOKEN_NOT_VALID');
    }
    await voidOwnLinks(trx, userId);
    await endSessionsOf(trx, userId);
    // A Google account may have been added by somebody without the mailbox.
    if (await deleteGoogleAccounts(trx, userId)) await noteEvent(trx, 'GOOGLE_REMOVED', { userId });
    // So may a number, and whoever has it could ask for a code.
    await takeOffPhone(deps, trx, { userId, change: 'REMOVED' });
    await forgetTries(trx, ...triesKeys(person.email, knownDeviceOf(person.email)));
    await forgetAskedLetters(deps, trx, person.email);
    await noteEvent(trx, 'PASSWORD_CHANGED', { userId, about: 'LETTER' });
    await queueLetter(deps, trx, PASSWORD_SET, { userId });
  });
  return { userId };
}
