import type { FastifyReply } from 'fastify';
import type { Transaction } from 'kysely';
import type { changeEmail as contract, askEmailChange } from '@app/contracts/identity/email-change.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure, classifyError } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { Deps } from '../../deps.ts';
import {
  recordRefusedLink,
  lockPerson,
  isLiveLink,
  consumeLink,
  voidOwnLinks,
} from '../../links/use-link.ts';
import type { IdentityTables } from '../../schema.ts';
import { endAllSessions } from '../../sessions/live-sessions.ts';
import { deletePasswordTries, triesKeys } from '../passwords/queries.ts';
import { findCredentials } from '../queries.ts';
import { clearEmailLimits, queueLimitedEmail } from '../queue-limited-email.ts';
import { signIn, queueInvitedAdmission } from '../sign-in.ts';
import { EMAIL_CHANGED, CHANGE_EMAIL, EMAIL_CHANGE_ASKED, EMAIL_WANTED } from './emails.ts';
import {
  deleteUnverifiedAccount,
  findEmailChange,
  applyEmailChange,
  replacePendingChange,
} from './queries.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { emailCodeSecret } from '../../links/make-link.ts';
import { findAccount } from '../reads.ts';
import { confirmPassword } from '../passwords/check-password.ts';

/**
 * If another account has the address, the answer is the same and reveals nothing. The owner of that account
 * gets a notice.
 */
export async function requestEmailChange(
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
    await lockPerson(trx, userId);
    const isOwner =
      passwordHash !== null ||
      (await consumeLink(trx, 'ASK_EMAIL_CHANGE', emailCodeSecret(userId, code), userId));
    if (!isOwner) return fail('CODE_NOT_VALID', [{ field: 'code' }]);
    await replacePendingChange(trx, { changeId, userId, oldEmail, newEmail });
    await recordEvent(trx, 'EMAIL_CHANGE_ASKED', { userId });
    await queueEmail(deps, trx, EMAIL_CHANGE_ASKED, { userId, changeId });
    const owner = await findCredentials(trx, newEmail);
    if (owner && owner.emailVerifiedAt !== null)
      await queueLimitedEmail(
        deps,
        trx,
        EMAIL_WANTED,
        { userId: owner.userId, email: newEmail, isNotice: true },
        {},
      );
    else await queueLimitedEmail(deps, trx, CHANGE_EMAIL, { userId, email: newEmail }, { changeId });
  });
  return { email: newEmail };
}

type ChangeFail = Fail<(typeof contract)['errors'][number]>;

/**
 * Google sign-in still works afterwards, because Google identifies a person by an id and not by the address.
 */
export async function confirmEmailChange(
  deps: Deps,
  { userId, token }: { userId: string; token: string },
  reply: FastifyReply,
  fail: ChangeFail,
): Promise<SignedInUser> {
  if (!(await isLiveLink(deps.db, 'CHANGE_EMAIL', token, userId))) {
    await recordRefusedLink(deps, reply.request, { userId, purpose: 'CHANGE_EMAIL' });
    return fail('TOKEN_NOT_VALID');
  }
  await transaction(deps.db, (trx) => followLink(deps, trx, { userId, token }, fail)).catch(
    (error: unknown) => {
      // The caller has proven to own this mailbox, so the answer may say that another account uses it.
      if (classifyError(error).code === 'CONFLICT') return fail('EMAIL_IN_USE');
      throw error;
    },
  );
  const user = await signIn(deps, { userId, by: 'EMAIL' }, reply);
  if (!user) throw new Failure('NOT_SIGNED_IN');
  return user;
}

async function followLink(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { userId, token }: { userId: string; token: string },
  fail: ChangeFail,
): Promise<void> {
  const changeId = (await consumeLink(trx, 'CHANGE_EMAIL', token, userId))?.changeId;
  const change = changeId ? await findEmailChange(trx, changeId) : undefined;
  if (!changeId || !change) return fail('TOKEN_NOT_VALID');
  const { oldEmail, newEmail } = change;
  // Someone may have registered this address without verifying it. That registration must not block the
  // owner.
  const replacesUnverified = await deleteUnverifiedAccount(trx, newEmail);
  if (!(await applyEmailChange(trx, { changeId, userId, oldEmail, newEmail })))
    return fail('TOKEN_NOT_VALID');
  await voidOwnLinks(trx, userId);
  await endAllSessions(trx, userId);
  await deletePasswordTries(trx, ...triesKeys(oldEmail), ...triesKeys(newEmail));
  await clearEmailLimits(deps, trx, newEmail);
  await queueInvitedAdmission(deps, trx, userId);
  await recordEvent(trx, 'EMAIL_CHANGED', { userId, ...(replacesUnverified ? { about: 'TAKEN_OVER' } : {}) });
  await queueEmail(deps, trx, EMAIL_CHANGED, { userId, changeId });
}
