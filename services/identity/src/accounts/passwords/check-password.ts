import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { isPassword } from '../../passwords.ts';
import {
  type TriesKey,
  countPasswordTry,
  findTries,
  deletePasswordTries,
  uncountTry,
  triesKeys,
} from './queries.ts';
import { hasLoggedInRecently } from '../../sessions/live-sessions.ts';
import type { Account } from '../reads.ts';
import type { IdentityTables } from '../../schema.ts';

interface TriedAccount {
  email: string;
  userId: string | undefined;
  /** Without a hash, the check takes the same time and fails. */
  passwordHash: string | undefined;
  device: string | undefined;
}

/**
 * Counts the try before the costly hash, even for unknown addresses, so that the answer reveals nothing (NIST
 * SP 800-63B-4 3.2.2). Known devices count separately, so strangers cannot lock the owner out (OWASP device
 * cookies).
 */
export async function checkPassword(
  deps: Deps,
  { email, userId, passwordHash, device }: TriedAccount,
  password: string,
): Promise<boolean> {
  const keys = triesKeys(email, device);
  const { key, tries } = await takeTry(deps, keys);
  const owner = device === undefined ? undefined : userId;
  const isRight = await isPassword(password, passwordHash, owner).catch(async (error: unknown) => {
    // The server was overloaded and did not check the password, so the try does not count.
    await uncountTry(deps.db, key);
    throw error;
  });
  if (isRight) await deletePasswordTries(deps.db, ...keys.slice(0, keys.indexOf(key) + 1));
  else if (tries === deps.config.MOST_PASSWORD_TRIES)
    await recordEvent(deps.db, 'PASSWORD_LOCKED', { userId });
  return isRight;
}

async function takeTry(
  deps: Deps,
  [key, ...others]: readonly TriesKey[],
): Promise<{ key: TriesKey; tries: number }> {
  const { db, config } = deps;
  if (!key) throw new Failure('PASSWORD_LOCKED');
  const counting = await countPasswordTry(db, key, {
    freeTries: config.FREE_PASSWORD_TRIES,
    mostTries: config.MOST_PASSWORD_TRIES,
    firstWaitInSeconds: config.FIRST_PASSWORD_WAIT_SECONDS,
    longestWaitInSeconds: config.LONGEST_PASSWORD_WAIT_SECONDS,
  });
  if (!counting.mustWait) return { key, tries: counting.tries };
  const counted = await findTries(db, key);
  if (counted && counted.tries >= config.MOST_PASSWORD_TRIES) return takeTry(deps, others);
  throw new Failure('TOO_MANY_REQUESTS', [], counted?.secondsLeft);
}

const RECENT_MINUTES = 15;

interface Given {
  password: string | undefined;
  field: string;
}

/**
 * Protects changes from a thief of an open session (ASVS 6.2.3). A person without a password must have logged
 * in recently, and not by a text code, because the thief may have the telephone.
 */
export async function confirmOwner(
  deps: Deps,
  viewer: Viewer,
  { email, passwordHash }: Account,
  given: Given,
  fail: Fail<'INVALID_INPUT' | 'WRONG_PASSWORD' | 'LOG_IN_AGAIN'>,
): Promise<void> {
  if (passwordHash !== null) return confirmPassword(deps, viewer, { email, passwordHash }, given, fail);
  return (await hasLoggedInRecently(deps.db, viewer.sessionId, RECENT_MINUTES))
    ? undefined
    : fail('LOG_IN_AGAIN');
}

export async function confirmPassword(
  deps: Deps,
  { userId, sessionId }: Viewer,
  { email, passwordHash }: { email: string; passwordHash: string },
  { password, field }: Given,
  fail: Fail<'INVALID_INPUT' | 'WRONG_PASSWORD'>,
): Promise<void> {
  if (password === undefined) return fail('INVALID_INPUT', [{ rule: 'valueRequired', field }]);
  if (!(await checkPassword(deps, { email, userId, passwordHash, device: sessionId }, password))) {
    await recordEvent(deps.db, 'ACCESS_REFUSED', { userId, about: 'WRONG_PASSWORD' });
    return refusePassword(field, fail);
  }
}

export function refusePassword(field: string, fail: Fail<'WRONG_PASSWORD'>): never {
  return fail('WRONG_PASSWORD', [{ rule: 'currentPassword', field }]);
}

/** The count of a locked password is not deleted, so that it stays locked. */
export function deleteOldTries(db: Kysely<IdentityTables>, most: number, mostTries: number): Promise<number> {
  const where = sql`last_at < ${ago(RETENTION.passwordTries)} and tries < ${mostTries}`;
  return deleteSome(db, most, { table: 'identity.password_tries', key: 'email_hash', where });
}
