import { sql } from 'kysely';
import type { Paging, PageSlice } from '@app/contracts/endpoint.ts';
import type { OpenPayment, OpenPaymentGroup } from '@app/contracts/payment/admin-payments.ts';
import type { Db } from '../schema.ts';

interface OperatorTask {
  what: 'PAYOUT' | 'WALLET' | 'FUNDING' | 'PAUSE' | 'DIFFERENCE';
  id: string;
  why: string;
  since: Date;
}

/** The list contains no accounts and no names. */
export async function listOperatorTasks(db: Db): Promise<OperatorTask[]> {
  const { rows } = await sql<OperatorTask>`
    select
      case when group_name = 'WALLET' then 'WALLET' when kind = 'FUNDING' then 'FUNDING' else 'PAYOUT' end as what,
      id::text,
      case when group_name = 'WALLET' then 'of person ' || person_id else concat_ws(' ', state, why) end as why,
      created_at as since
    from payment.open_payments where group_name in ('REVIEW', 'WALLET', 'UNFUNDED')
    union all
    select 'PAUSE', provider, reason, at from payment.pauses
    union all
    select 'DIFFERENCE', subject, kind || ': ' || ours || ' / ' || theirs, found_at from payment.differences
    order by since, id`.execute(db);
  return rows;
}

export async function listOpenPayments(
  db: Db,
  { group, page, size }: { group: OpenPaymentGroup | undefined } & Paging,
): Promise<PageSlice<OpenPayment>> {
  const found = db
    .selectFrom('payment.open_payments')
    .$if(group !== undefined, (query) => query.where('group_name', '=', group!));
  const rows = await found
    .select([
      'id',
      'kind',
      'group_name as group',
      'state',
      'why',
      'study_id as studyId',
      'person_id as personId',
      'pesewas as amountInPesewas',
      'provider',
      'wallet_hint as walletHint',
      'attempts',
      'created_at as createdAt',
      'next_at as nextAt',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { all } = await found.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const content = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
  }));
  return { content, totalElements: all, size, number: page };
}
