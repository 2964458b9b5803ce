import { Failure } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { isPassword } from '../../passwords.ts';
import { countTry, findTries, forgetTries, takeBackTry } from './queries.ts';

interface Account {
  /** As it was typed; there may be nobody with it. */
  email: string;
  userId: string | undefined;
  /** Absent where there is nobody, or nobody with a password: then no password is right, after the same work. */
  passwordHash: string | undefined;
}

/**
 * Whether it is the password of the account. Each try counts for the address before the costly hash, and for addresses
 * without an account alike, so that the answer tells nothing of them (NIST SP 800-63B-4 3.2.2). Throws TOO_MANY_REQUESTS
 * with the time to wait, or PASSWORD_LOCKED. The right password ends the count.
 */
export async function checkPassword(
  deps: Deps,
  { email, userId, passwordHash }: Account,
  password: string,
): Promise<boolean> {
  const tries = await takeTry(deps, email);
  const isRight = await isPassword(password, passwordHash).catch(async (error: unknown) => {
    // Nothing was checked: an overload must not lock its victims out.
    await takeBackTry(deps.db, email);
    throw error;
  });
  if (isRight) await forgetTries(deps.db, email);
  else if (tries === deps.config.MOST_PASSWORD_TRIES) await noteEvent(deps.db, 'PASSWORD_LOCKED', { userId });
  return isRight;
}

async function takeTry({ db, config }: Deps, email: string): Promise<number> {
  const tries = await countTry(db, email, {
    freeTries: config.FREE_PASSWORD_TRIES,
    mostTries: config.MOST_PASSWORD_TRIES,
    firstWaitInSeconds: config.FIRST_PASSWORD_WAIT_SECONDS,
    longestWaitInSeconds: config.LONGEST_PASSWORD_WAIT_SECONDS,
  });
  if (tries !== undefined) return tries;
  const known = await findTries(db, email);
  if (known && known.tries >= config.MOST_PASSWORD_TRIES) throw new Failure('PASSWORD_LOCKED');
  throw new Failure('TOO_MANY_REQUESTS', [], known?.secondsLeft);
}
