import { sql } from 'kysely';
import { countWaiting } from '@app/kit/waiting-work.ts';
import type { ProviderName } from '../provider.ts';
import type { Db } from '../schema.ts';

export function countDifferences(db: Db) {
  return countWaiting(db, 'DIFFERENCE', sql`select found_at as since from payment.differences`);
}

/** Balances as the last reconciliation read them: a provider may be slow to answer. */
export async function listKnownFloats(db: Db) {
  const { rows } = await sql<{
    provider: ProviderName;
    pesewas: number;
    neededInPesewas: number;
    readAt: Date;
  }>`
    select provider, pesewas::bigint as pesewas, needed::bigint as "neededInPesewas", read_at as "readAt"
    from payment.floats order by provider`.execute(db);
  return rows.map((row) => ({ ...row, readAt: row.readAt.toISOString() }));
}
