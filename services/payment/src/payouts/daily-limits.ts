import type { Deps } from '../deps.ts';
import type { Why } from './states.ts';
import { sumsOfPeople } from './write-attempt.ts';
import type { PayoutRow } from './write-payout.ts';

const DAY_MS = 86_400_000;

/**
 * Which limit of a day a payout would pass (reference B11): a stolen account is emptied by many small payments, a study made
 * up by its researcher by one evening of them. The first of a day always leaves, however large, or it never would.
 */
export async function limitReachedBy(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  payout: PayoutRow,
): Promise<Extract<Why, 'PERSON_LIMIT' | 'RESEARCHER_LIMIT'> | undefined> {
  const today = await sumsOfPeople(db, payout);
  const isMore = (sum: number, most: number) => sum > 0 && sum + payout.pesewas > most;
  const isOfPerson =
    today.payoutsOfPerson >= config.PAYOUTS_PER_PERSON_PER_DAY ||
    isMore(today.pesewasOfPerson, config.PESEWAS_PER_PERSON_PER_DAY);
  if (isOfPerson) return 'PERSON_LIMIT';
  return isMore(today.pesewasOfResearcher, config.PESEWAS_PER_RESEARCHER_PER_DAY)
    ? 'RESEARCHER_LIMIT'
    : undefined;
}

/** GMT, by which its days are counted, is Ghana's time. */
export const secondsToMidnight = (now = Date.now()): number => (DAY_MS - (now % DAY_MS)) / 1000;
