import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { askEmailChange } from '@app/contracts/identity/email-change.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { noteEvent } from '../../audit/note-event.ts';
import { queueLetter } from '../../deliveries/queue-letter.ts';
import type { Deps } from '../../deps.ts';
import { secretOfCode } from '../../links/make-link.ts';
import { useUpLink } from '../../links/use-link.ts';
import { findAccount } from '../find-account.ts';
import { confirmPassword } from '../passwords/confirm-owner.ts';
import { findCredentials, holdPerson } from '../queries.ts';
import { queueAskedLetter } from '../queue-asked-letter.ts';
import { CHANGE_EMAIL, EMAIL_CHANGE_ASKED, EMAIL_WANTED } from './letters.ts';
import { replaceWaiting } from './queries.ts';

/**
 * Sends a link to the new address and a notice to the old one; only the newest link works. Where the new address
 * belongs to another account, its owner gets a notice instead. The answer is the same, so nobody learns here who has an
 * account.
 */
export async function askChange(
  deps: Deps,
  viewer: Viewer,
  { email: newEmail, password, code = '' }: BodyOf<typeof askEmailChange>,
  fail: Fail<(typeof askEmailChange)['errors'][number]>,
): Promise<{ email: string }> {
  const { userId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  const { email: oldEmail, passwordHash } = account;
  if (newEmail === oldEmail) return fail('INVALID_INPUT', [{ rule: 'otherEmail', field: 'email' }]);
  if (passwordHash !== null) {
    await confirmPassword(
      deps,
      viewer,
      { email: oldEmail, passwordHash },
      { password, field: 'password' },
      fail,
    );
  } else if (code === '') return fail('INVALID_INPUT', [{ rule: 'valueRequired', field: 'code' }]);
  const changeId = crypto.randomUUID();
  await transaction(deps.db, async (trx) => {
    await holdPerson(trx, userId);
    const isOwner =
      passwordHash !== null || (await useUpLink(trx, 'ASK_EMAIL_CHANGE', secretOfCode(userId, code), userId));
    if (!isOwner) return fail('CODE_NOT_VALID', [{ field: 'code' }]);
    await replaceWaiting(trx, { changeId, userId, oldEmail, newEmail });
    await noteEvent(trx, 'EMAIL_CHANGE_ASKED', { userId });
    await queueLetter(deps, trx, EMAIL_CHANGE_ASKED, { userId, changeId });
    const owner = await findCredentials(trx, newEmail);
    if (owner && owner.emailVerifiedAt !== null)
      await queueAskedLetter(
        deps,
        trx,
        EMAIL_WANTED,
        { userId: owner.userId, email: newEmail, isNotice: true },
        {},
      );
    else await queueAskedLetter(deps, trx, CHANGE_EMAIL, { userId, email: newEmail }, { changeId });
  });
  return { email: newEmail };
}
