import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { countTry, findTries } from './queries.ts';

/**
 * Lets one password be tried for an address, or throws TOO_MANY_REQUESTS (with the time to wait) or PASSWORD_LOCKED.
 * Counted before the costly hash, and for addresses without an account alike, so that the answer tells nothing of them
 * (NIST SP 800-63B-4 3.2.2).
 */
export async function takePasswordTry({ db, config }: Deps, email: string): Promise<void> {
  const rules = {
    freeTries: config.FREE_PASSWORD_TRIES,
    mostTries: config.MOST_PASSWORD_TRIES,
    firstWaitInSeconds: config.FIRST_PASSWORD_WAIT_SECONDS,
    longestWaitInSeconds: config.LONGEST_PASSWORD_WAIT_SECONDS,
  };
  if (await countTry(db, email, rules)) return;
  const known = await findTries(db, email);
  if (known && known.tries >= rules.mostTries) throw new Failure('PASSWORD_LOCKED');
  throw new Failure('TOO_MANY_REQUESTS', [], known?.secondsLeft);
}
