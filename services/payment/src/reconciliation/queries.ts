import { sql } from 'kysely';
import { type ProviderName, WATCHED_HOURS } from '../provider.ts';
import type { Db } from '../schema.ts';

export interface Difference {
  kind: 'OURS_ONLY' | 'STATUS' | 'AMOUNT' | 'DUPLICATE' | 'FLOAT' | 'IN_TRANSIT' | 'LEDGER';
  subject: string;
  provider?: ProviderName;
  ours: string;
  theirs: string;
}

export interface Entry {
  of: 'attempt' | 'funding';
  id: string;
  provider: ProviderName;
  reference: string;
  /** The provider's id of the payment that is refunded. */
  refundOf: string | null;
  isPaid: boolean;
  pesewas: number;
}

export async function findUnreconciled(db: Db, most: number, afterId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select "of", id, provider, reference, "refundOf", "isPaid", pesewas from (
      select 'attempt' as "of", attempt_id as id, provider, reference, refund_of as "refundOf", state = 'SUCCEEDED' as "isPaid",
        pesewas
      from payment.attempts where reconciled_at is null and state in ('SUCCEEDED', 'FAILED_PROVEN', 'REJECTED')
      union all
      select 'funding', funding_id, provider, reference, null, true, received_in_pesewas
      from payment.fundings where reconciled_at is null and state = 'SUCCEEDED'
    ) as entry where id > ${afterId} order by id limit ${most}`.execute(db);
  return rows;
}

/** Older prompts are left out. They would hide a difference forever. */
export async function sumRecentOpenPrompts(db: Db, provider: ProviderName): Promise<number> {
  const { sum } = await db
    .selectFrom('payment.fundings')
    .select(sql<number>`coalesce(sum(asked_in_pesewas), 0)::bigint`.as('sum'))
    .where('provider', '=', provider)
    .where('state', 'in', ['PROMPTED', 'UNKNOWN', 'EXPIRED'])
    .where('created_at', '>', sql<Date>`now() - ${WATCHED_HOURS}::int * interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return sum;
}

export async function sumPaymentsOfTwoDays(db: Db, provider: ProviderName): Promise<number> {
  const { sum } = await db
    .selectFrom('payment.attempts')
    .select(sql<number>`coalesce(sum(pesewas), 0)::bigint`.as('sum'))
    .where('provider', '=', provider)
    .where('sent_at', '>', sql<Date>`now() - interval '2 days'`)
    .executeTakeFirstOrThrow();
  return sum;
}

export const listLiveAttempts = (db: Db, provider: ProviderName) =>
  db
    .selectFrom('payment.attempts')
    .select(['attempt_id as id', 'reference', 'pesewas'])
    .where('provider', '=', provider)
    .where('state', 'in', ['SENT', 'ACCEPTED', 'UNKNOWN'])
    .execute();

export async function writeFloat(
  db: Db,
  float: { provider: ProviderName; pesewas: number; needed: number },
): Promise<void> {
  await db
    .insertInto('payment.floats')
    .values(float)
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({ ...float, read_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function writeDifferences(db: Db, differences: readonly Difference[]): Promise<void> {
  for (const { kind, subject, provider, ours, theirs } of differences)
    await db
      .insertInto('payment.differences')
      .values({ kind, subject, provider: provider ?? null, ours, theirs })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject']).doUpdateSet({ ours, theirs, seen_at: sql<Date>`now()` }),
      )
      .execute();
}

/** `kept` also has the entries for which the provider has not answered. */
export async function clearDifferences(db: Db, kept: readonly string[]): Promise<void> {
  await sql`delete from payment.differences where subject <> all(${[...kept]}::text[])`.execute(db);
}
