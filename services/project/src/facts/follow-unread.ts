import type { Deps } from '../deps.ts';
import { findUnread } from './queries.ts';

const MOST = 20_000;
const AT_ONCE = 5;
/** A third of the time that a sweep has. */
const MOST_MS = 10 * 60_000;

/**
 * Reads again the facts that were copied before the further ones were kept: a letter of the morning asks nobody for them. One that fails
 * holds up no other; the next sweep does what is left.
 */
export async function followUnread(
  { db, followProfile, log }: Pick<Deps, 'db' | 'followProfile' | 'log'>,
  now: () => number = Date.now,
): Promise<void> {
  const until = now() + MOST_MS;
  const unread = (await findUnread(db, MOST)).values();
  const followSome = async () => {
    for (const userId of unread) {
      if (now() >= until) return;
      try {
        await followProfile(userId);
      } catch (error) {
        log.error({ err: error }, 'the facts of somebody could not be read again');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, followSome));
}
