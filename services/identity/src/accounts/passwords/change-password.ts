import type { FastifyReply } from 'fastify';
import type { changeOwnPassword } from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { voidOwnLinks } from '../../links/use-link.ts';
import { hashPassword } from '../../passwords.ts';
import { endSessionsOf } from '../../sessions/end-sessions.ts';
import { findAccount } from '../find-account.ts';
import { PASSWORD_CHANGED } from '../letters.ts';
import { replacePasswordHash } from '../queries.ts';
import { signIn } from '../sign-in.ts';
import { confirmOwner, refusePassword } from './confirm-owner.ts';
import { assertAcceptablePassword } from '../password-rules.ts';

/**
 * Changes a password, or sets the first one. Ends every session and older link, notifies the owner by letter, and
 * starts a new session for this browser (ASVS 7.2.4, 7.4.3).
 */
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
    await endSessionsOf(trx, userId);
    await noteEvent(trx, 'PASSWORD_CHANGED', { userId, about: 'OWNER' });
    await queueLetter(deps, trx, PASSWORD_CHANGED, { userId });
  });
  const user = await signIn(deps, { userId, by: 'PASSWORD', passwordHash }, reply);
  if (!user) throw new Failure('NOT_SIGNED_IN');
  return user;
}
