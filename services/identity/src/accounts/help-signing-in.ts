import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { RESET_PASSWORD, VERIFY_EMAIL } from './emails.ts';
import { isEmailVerified } from './queries.ts';
import { queueLimitedEmail } from './queue-limited-email.ts';
import { findTries, deleteLockedTries, triesKeys } from './passwords/queries.ts';

type Helped = { userId: string; email: string };

/** Strangers cannot use up these emails, because they count as those of a known device. */
export async function sendAccountEmail(
  deps: Deps,
  person: Helped,
): Promise<'VERIFY_EMAIL' | 'RESET_PASSWORD'> {
  return transaction(deps.db, async (trx) => {
    const isVerified = await isEmailVerified(trx, person.userId);
    const [kind, email] = isVerified
      ? (['RESET_PASSWORD', RESET_PASSWORD] as const)
      : (['VERIFY_EMAIL', VERIFY_EMAIL] as const);
    if (!(await queueLimitedEmail(deps, trx, email, { ...person, isKnownDevice: true }, {})))
      throw new Failure('TOO_MANY_REQUESTS');
    await recordEvent(trx, 'ACCOUNT_EMAIL_SENT', { userId: person.userId, about: kind });
    return kind;
  });
}

export async function isPasswordLocked({ db, config }: Deps, email: string): Promise<boolean> {
  const tries = await Promise.all(triesKeys(email).map((key) => findTries(db, key)));
  return tries.some((counted) => counted !== undefined && counted.tries >= config.MOST_PASSWORD_TRIES);
}

/** Returns false if the password is not locked. */
export async function unlockPassword(
  { db, config }: Deps,
  { userId, email, by }: Helped & { by: string },
): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await deleteLockedTries(trx, email, config.MOST_PASSWORD_TRIES))) return false;
    await recordEvent(trx, 'PASSWORD_UNLOCKED', { userId, about: by });
    return true;
  });
}
