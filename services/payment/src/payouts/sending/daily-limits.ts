import { type Transaction, sql } from 'kysely';
import { DAY_MS, HOUR_SECONDS } from '@app/contracts/durations.ts';
import type { Deps } from '../../deps.ts';
import type { ProviderName } from '../../provider.ts';
import type { PaymentTables } from '../../schema.ts';
import type { Why } from '../states.ts';
import { readDailySumsByPerson, readDailySumsByProvider } from './write-attempt.ts';
import type { PayoutRow } from '../write-payout.ts';

export interface Limit {
  why: Extract<Why, 'PERSON_LIMIT' | 'RESEARCHER_LIMIT' | 'DAILY_CEILING'>;
  inSeconds: number;
}

/**
 * The first payment of a day may be of any size, because a large one could otherwise never be sent. The
 * result is only valid while the caller has `lockLimits`.
 */
export async function findReachedLimit(
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  payout: PayoutRow,
  provider: ProviderName,
): Promise<Limit | undefined> {
  if (payout.kind !== 'REFUND') {
    const today = await readDailySumsByPerson(db, payout);
    const isMore = (sum: number, most: number) => sum > 0 && sum + payout.pesewas > most;
    const isOfPerson =
      today.payoutsOfPerson >= config.PAYOUTS_PER_PERSON_PER_DAY ||
      isMore(today.pesewasOfPerson, config.PESEWAS_PER_PERSON_PER_DAY);
    if (isOfPerson) return { why: 'PERSON_LIMIT', inSeconds: secondsToMidnight() };
    if (isMore(today.pesewasOfResearcher, config.PESEWAS_PER_RESEARCHER_PER_DAY)) {
      log.error({ payout: payout.id, study: payout.studyId }, 'a researcher’s daily limit is reached');
      return { why: 'RESEARCHER_LIMIT', inSeconds: secondsToMidnight() };
    }
  }
  if (!(await isOverCeiling({ db, config }, payout, provider))) return undefined;
  log.error({ provider }, 'the daily ceiling of payments is reached');
  return { why: 'DAILY_CEILING', inSeconds: HOUR_SECONDS };
}

/** One refund a day may be larger than the ceiling. Otherwise such a refund could never be sent. */
async function isOverCeiling(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { kind, pesewas }: PayoutRow,
  provider: ProviderName,
): Promise<boolean> {
  const ceiling = config.PAYOUTS_PER_DAY_IN_PESEWAS;
  const today = await readDailySumsByProvider(db, provider, ceiling);
  if (kind === 'REFUND' && pesewas > ceiling && ceiling > 0) return today.oversize > 0;
  return today.all + pesewas > ceiling;
}

/** One order of locks prevents deadlocks. */
export const lockLimits = (
  trx: Transaction<PaymentTables>,
  { studyId, personId }: PayoutRow,
  provider: ProviderName,
) =>
  sql`
  select pg_advisory_xact_lock(key) from (
    select hashtext('payment.limits ' || name) as key from (
      select researcher_id::text from payment.budgets where study_id = ${studyId}
      union values (${personId}::text), (${provider}::text)
    ) as sharing (name) order by key
  ) as keys`.execute(trx);

/** Days are days in GMT, which is Ghana's time. */
export const secondsToMidnight = (now = Date.now()): number => (DAY_MS - (now % DAY_MS)) / 1000;
