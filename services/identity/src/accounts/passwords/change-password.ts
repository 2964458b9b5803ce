import type { FastifyReply, FastifyRequest } from 'fastify';
import type { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { recordEvent } from '../../audit.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { Deps } from '../../deps.ts';
import { voidOwnLinks, isLiveLink, consumeLink, recordRefusedLink } from '../../links/use-link.ts';
import { hashPassword, assertAcceptablePassword } from '../../passwords.ts';
import { endAllSessions } from '../../sessions/live-sessions.ts';
import { findAccount, findPerson } from '../reads.ts';
import { PASSWORD_CHANGED, PASSWORD_SET } from '../emails.ts';
import { replacePasswordHash, updatePasswordHash } from '../queries.ts';
import { signIn } from '../sign-in.ts';
import { confirmOwner, refusePassword } from './check-password.ts';
import { deleteGoogleAccounts } from '../google-accounts/find-or-add-person.ts';
import { detachPhone } from '../change-account.ts';
import { clearEmailLimits } from '../queue-limited-email.ts';
import { deletePasswordTries, triesKeys } from './queries.ts';

/** Ends all sessions and older links, emails the owner, and starts a new session (ASVS 7.2.4, 7.4.3). */
export async function changePassword(
  deps: Deps,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
  reply: FastifyReply,
  fail: Fail<(typeof changeOwnPassword)['errors'][number]>,
): Promise<SignedInUser> {
  const { userId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  assertAcceptablePassword(password, account, deps.config.PASSWORD_MIN_LENGTH, fail);
  const field = 'currentPassword';
  await confirmOwner(deps, viewer, account, { password: currentPassword, field }, fail);
  const passwordHash = await hashPassword(password, { owner: userId });
  await transaction(deps.db, async (trx) => {
    const isReplaced = await replacePasswordHash(trx, userId, {
      from: account.passwordHash,
      to: passwordHash,
    });
    if (!isReplaced) return refusePassword(field, fail);
    await voidOwnLinks(trx, userId);
    await endAllSessions(trx, userId);
    await recordEvent(trx, 'PASSWORD_CHANGED', { userId, about: 'OWNER' });
    await queueEmail(deps, trx, PASSWORD_CHANGED, { userId });
  });
  const user = await signIn(deps, { userId, by: 'PASSWORD', passwordHash }, reply);
  if (!user) throw new Failure('NOT_SIGNED_IN');
  return user;
}

interface NewPassword {
  userId: string;
  token: string;
  password: string;
  request: FastifyRequest;
  findKnownDevice: (email: string) => string | undefined;
}

/**
 * Ends all sessions and older links (ASVS 7.4.3) and the waiting time after wrong passwords. Starts no
 * session. If the link belongs to another person, it is not used up.
 */
export async function setPasswordByLink(
  deps: Deps,
  { userId, token, password, request, findKnownDevice }: NewPassword,
  fail: Fail<'TOKEN_NOT_VALID' | 'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): Promise<{ userId: string }> {
  const person = await findPerson(deps.db, userId);
  // Hashing a password is costly, so the link is checked first.
  if (!person || !(await isLiveLink(deps.db, 'RESET_PASSWORD', token, userId))) {
    if (person) await recordRefusedLink(deps, request, { userId, purpose: 'RESET_PASSWORD' });
    return fail('TOKEN_NOT_VALID');
  }
  assertAcceptablePassword(password, person, deps.config.PASSWORD_MIN_LENGTH, fail);
  const passwordHash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    const owner = await consumeLink(trx, 'RESET_PASSWORD', token, userId);
    if (owner === undefined || !(await updatePasswordHash(trx, userId, passwordHash))) {
      return fail('TOKEN_NOT_VALID');
    }
    await voidOwnLinks(trx, userId);
    await endAllSessions(trx, userId);
    // A thief of the account may have added a Google account, or a number for log-in codes. So both are
    // removed.
    if (await deleteGoogleAccounts(trx, userId)) await recordEvent(trx, 'GOOGLE_REMOVED', { userId });
    await detachPhone(deps, trx, { userId, change: 'REMOVED' });
    await deletePasswordTries(trx, ...triesKeys(person.email, findKnownDevice(person.email)));
    await clearEmailLimits(deps, trx, person.email);
    await recordEvent(trx, 'PASSWORD_CHANGED', { userId, about: 'EMAIL' });
    await queueEmail(deps, trx, PASSWORD_SET, { userId });
  });
  return { userId };
}
