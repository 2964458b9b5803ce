import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Account, TransactionKind } from './post.ts';

const BATCH_SIZE = 500;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

interface Booked {
  at: Date;
  /**
   * The time is text, because a Date would lose its microseconds and the next batch must start exactly here.
   */
  moment: string;
  id: string;
  kind: TransactionKind;
  subject: string;
}

/**
 * Reads in batches, because a month may have more rows than fit into memory. Months are in GMT, which is
 * Ghana's time.
 */
async function* readInBatches<Row extends Booked>(
  month: string,
  read: (transactions: RawBuilder<unknown>) => Promise<{ rows: Row[] }>,
  kinds?: readonly TransactionKind[],
): AsyncGenerator<Row[]> {
  let last: Pick<Booked, 'moment' | 'id'> = { moment: '-infinity', id: NIL_UUID };
  const isOfKind = kinds ? sql`kind = any(${[...kinds]}::text[])` : sql`true`;
  while (true) {
    const { rows } = await read(sql`(
      select happened_at as at, happened_at::text as moment, transaction_id as id, kind, subject
      from payment.transactions
      where happened_at >= ${`${month}-01T00:00:00Z`}::timestamptz
        and happened_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'
        and (happened_at, transaction_id) > (${last.moment}::timestamptz, ${last.id}::uuid) and ${isOfKind}
      order by happened_at, transaction_id limit ${BATCH_SIZE}) as booked`);
    const next = rows.at(-1);
    if (!next) return;
    yield rows;
    last = next;
  }
}

interface Entry extends Booked {
  debit: Account;
  credit: Account;
  pesewas: number;
}

export const readEntries = (db: Db, month: string): AsyncGenerator<Entry[]> =>
  readInBatches(month, (transactions) =>
    sql<Entry>`
      select at, moment, id, kind, subject, debit, credit, pesewas from ${transactions}
      join payment.postings on transaction_id = id order by at, id, ordinal`.execute(db),
  );

interface MoneyMovement extends Booked {
  kind: 'COLLECTED' | 'SUCCEEDED' | 'REVERSED';
  /** Null if the reversed order had not been paid. */
  pesewas: number | null;
  /** The fee that the researcher pays, or gets back for a reversed order. */
  fee: number;
  /** The provider's charge. */
  cost: number;
}

/** The subject is a funding or an order. */
export const readMovements = (db: Db, month: string): AsyncGenerator<MoneyMovement[]> =>
  readInBatches(
    month,
    (transactions) =>
      sql<MoneyMovement>`
        select at, moment, id, kind, subject, sums.pesewas, fee, cost from ${transactions} cross join lateral (
          select (sum(pesewas) filter (where case kind
              when 'COLLECTED' then debit not like 'study:%'
              when 'SUCCEEDED' then debit like '%:in_transit'
              else debit like '%:float' end))::bigint as pesewas,
            coalesce(sum(pesewas) filter (where 'platform:fee_income' in (debit, credit)), 0)::bigint as fee,
            coalesce(sum(pesewas) filter (where debit = 'platform:provider_fee_cost'), 0)::bigint as cost
          from payment.postings where transaction_id = id) as sums
        order by at, id`.execute(db),
    ['COLLECTED', 'SUCCEEDED', 'REVERSED'],
  );

export async function listMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from generate_series(
      (select date_trunc('month', min(happened_at) at time zone 'UTC') from payment.transactions),
      now() at time zone 'UTC', interval '1 month') as month
    order by month desc`.execute(db);
  return rows.map(({ month }) => month);
}
