import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Waiting {
  what: 'PAYOUT' | 'WALLET' | 'FUNDING' | 'PAUSE' | 'DIFFERENCE';
  id: string;
  why: string;
  since: Date;
}

/** Whatever goes on only once somebody has looked at it; no account and no name is among it. */
export async function findWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'PAYOUT' as what, payout_id::text as id, state || ' ' || coalesce(why, '') as why, created_at as since
    from payment.payouts where state in ('REVIEW', 'REVERSED', 'UNFUNDED')
      or state = 'ACTION_NEEDED' and person_id in (select user_id from payment.left_people)
    union all
    select 'WALLET', payout_id::text, 'of person ' || person_id, created_at
    from payment.payouts where state = 'ACTION_NEEDED' and why = 'WALLET_IN_USE'
    union all
    select 'FUNDING', funding_id::text, state, created_at from payment.fundings where state = 'REVIEW'
    union all
    select 'PAUSE', provider, reason, at from payment.pauses
    union all
    select 'DIFFERENCE', subject, kind || ': ' || ours || ' / ' || theirs, found_at from payment.differences
    order by since, id`.execute(db);
  return rows;
}
