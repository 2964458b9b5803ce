import type { StatementLine } from '@app/contracts/payment/statements.ts';
import { sql } from 'kysely';
import { sourceHint } from '../budgets/write-funding.ts';
import type { Network } from '../provider.ts';
import type { Db } from '../schema.ts';

export type UnnamedLine = Omit<StatementLine, 'study'>;

/** Years are in GMT, which is Ghana's time. */
const isInYear = (column: string, year: string) =>
  sql<boolean>`${sql.ref(column)} >= ${`${year}-01-01T00:00:00Z`}::timestamptz
    and ${sql.ref(column)} < ${`${Number(year) + 1}-01-01T00:00:00Z`}::timestamptz`;

const selectYearPayouts = (db: Db, year: string) =>
  db
    .selectFrom('payment.payouts as payout')
    .innerJoin('payment.budgets as budget', 'budget.study_id', 'payout.study_id')
    .select([
      'payout.paid_at as at',
      'payout.kind',
      'payout.study_id as studyId',
      'payout.application_id as applicationId',
      'payout.participant_code as code',
      'payout.pesewas as amountInPesewas',
      'payout.fee_in_pesewas as feeInPesewas',
      sql<Network | null>`(
        select attempt.network from payment.attempts as attempt
        where attempt.payout_id = payout.payout_id and attempt.state = 'SUCCEEDED' order by attempt.number desc limit 1
      )`.as('network'),
      'payout.wallet_hint as walletHint',
      'payout.provider_id as providerId',
    ])
    // If a payment was reported as missing, it counts until the provider reverses it.
    .where(isInYear('payout.paid_at', year));

const toIsoOrEmpty = (at: Date | null) => at?.toISOString() ?? '';

/** The researcher pays the sending fee, so the lines of participants have no fee. */
export async function findReceivedLines(db: Db, userId: string, year: string): Promise<UnnamedLine[]> {
  const rows = await selectYearPayouts(db, year)
    .where('payout.person_id', '=', userId)
    .where('payout.kind', '<>', 'REFUND')
    .orderBy('payout.paid_at')
    .orderBy('payout.payout_id')
    .execute();
  return rows.map((row) => ({ ...row, at: toIsoOrEmpty(row.at), code: null, feeInPesewas: 0 }));
}

export async function findSpentLines(db: Db, userId: string, year: string): Promise<UnnamedLine[]> {
  const paid = await selectYearPayouts(db, year).where('budget.researcher_id', '=', userId).execute();
  const fundings = await db
    .selectFrom('payment.fundings as funding')
    .innerJoin('payment.budgets as budget', 'budget.study_id', 'funding.study_id')
    .innerJoin('payment.transactions as booked', (join) =>
      join
        .on('booked.kind', '=', 'COLLECTED')
        .on('booked.subject', '=', sql<string>`funding.funding_id::text`),
    )
    .select([
      'booked.happened_at as at',
      'funding.study_id as studyId',
      'funding.received_in_pesewas as received',
      'funding.fee_in_pesewas as fee',
      'funding.network',
      'funding.phone_number as phoneNumber',
      'funding.last_four as lastFour',
      'funding.provider_id as providerId',
    ])
    .where('budget.researcher_id', '=', userId)
    .where(isInYear('booked.happened_at', year))
    .execute();
  const lines: UnnamedLine[] = [
    ...fundings.map(({ at, studyId, received, fee, network, providerId, ...source }) => ({
      at: toIsoOrEmpty(at),
      kind: 'FUNDING' as const,
      studyId,
      code: null,
      applicationId: null,
      amountInPesewas: received ?? 0,
      feeInPesewas: fee ?? 0,
      network,
      walletHint: sourceHint(source),
      providerId,
    })),
    ...paid.map((row) => ({
      ...row,
      at: toIsoOrEmpty(row.at),
      feeInPesewas: row.kind === 'REFUND' ? 0 : row.feeInPesewas,
      // A participant's account is private.
      ...(row.kind === 'REFUND' ? {} : { walletHint: null, providerId: null }),
    })),
  ];
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
