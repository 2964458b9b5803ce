import { Demographic } from '@app/contracts/identity/profile.ts';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { queueReachRefresh } from '../reach/refresh-reach.ts';
import { type RightFact, correctProfile } from './queries.ts';
import { queueProfileChange } from './tell-profile-change.ts';

/** A day is a date of birth, a name of the enumeration a gender; anything else is neither. */
export function readFact(text: string): RightFact | undefined {
  const { dateOfBirth, gender } = Demographic.shape;
  const [day, name] = [dateOfBirth.safeParse(text), gender.safeParse(text)];
  if (name.success) return { gender: name.data };
  return day.success ? { dateOfBirth: day.data } : undefined;
}

/**
 * Puts a date of birth or a gender right for its person, who cannot once they have applied. It counts for every study, as if it had
 * always been so: an admin has looked. False where it is so already, or there is no set-up.
 */
export async function correctFact(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason, right }: { userId: string; by: string; reason: string; right: RightFact },
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await correctProfile(trx, userId, right))) return false;
    await noteEvent(trx, 'PROFILE_CORRECTED', {
      userId,
      about: `${by}: ${Object.keys(right).join()}: ${reason}`,
    });
    await queueProfileChange(deps, trx, { userId });
    await queueReachRefresh(deps, trx);
    return true;
  });
}
