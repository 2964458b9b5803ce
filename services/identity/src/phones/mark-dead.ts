import { sql } from 'kysely';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';

export const DEAD_NUMBERS: Queue<NoData> = { name: 'dead-numbers', cron: '*/10 * * * *', isDebounced: true };

const FAILED_DAYS = 3;

/**
 * A number is dead where texts have finally failed on three days and none has arrived since: "no such number" alone was untrue of
 * real people. Its owner proves it again, or another.
 */
export async function markDead({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`
    update identity.phones as phone set dead_at = now()
    where dead_at is null and ${FAILED_DAYS}::int <= (
      select count(distinct (failed.ended_at at time zone 'UTC')::date) from identity.texts as failed
      where failed.number_hash = phone.number_hash and failed.state = 'FAILED' and failed.reason in ('NUMBER', 'NOT_DELIVERED')
        and failed.ended_at > phone.proven_at
        and not exists (select from identity.texts as arrived
          where arrived.number_hash = phone.number_hash and arrived.state = 'DELIVERED'
            and arrived.ended_at >= failed.ended_at))`.execute(db);
}
