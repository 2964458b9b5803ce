import type { Payout } from '@app/contracts/payment/payouts.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { Db } from '../schema.ts';

/** What a study's payouts are paid by. */
const terms = (db: Db, studyId: string) =>
  db
    .selectFrom('payment.budgets')
    .select([
      'researcher_id as researcherId',
      'state',
      'incentive_in_pesewas as incentiveInPesewas',
      'payout_fee_in_pesewas as payoutFeeInPesewas',
    ])
    .where('study_id', '=', studyId);

export const findTerms = (db: Db, studyId: string) => terms(db, studyId).executeTakeFirst();

/** Nobody closes the budget meanwhile, and nobody else uses up or promises its places. */
export const holdTerms = (trx: Db, studyId: string) =>
  terms(trx, studyId).forNoKeyUpdate().executeTakeFirst();
export type Terms = NonNullable<Awaited<ReturnType<typeof findTerms>>>;

/** How many applications of a study are owed its incentive, or were paid it: each is a place that is used up. */
export async function countUsedPlaces(db: Db, studyId: string): Promise<number> {
  const { used } = await db
    .selectFrom('payment.payouts')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('study_id', '=', studyId)
    .where('kind', '=', 'INCENTIVE')
    .where('state', '<>', 'CANCELLED')
    .executeTakeFirstOrThrow();
  return used;
}

/** Whom a closed budget owes, the oldest first. */
export const listUnfunded = (trx: Db, studyId: string) =>
  trx
    .selectFrom('payment.payouts')
    .select(['payout_id as id', 'version', 'pesewas', 'fee_in_pesewas as feeInPesewas'])
    .where('study_id', '=', studyId)
    .where('state', '=', 'UNFUNDED')
    .orderBy('created_at')
    .orderBy('payout_id')
    .execute();

/** An application that is owed something, or was, of somebody who is still here. */
export const findPaidApplication = (db: Db, applicationId: string) =>
  db
    .selectFrom('payment.payouts')
    .select(['study_id as studyId', 'person_id as personId'])
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'INCENTIVE')
    .where('state', '<>', 'CANCELLED')
    .where('person_id', 'not in', (eb) => eb.selectFrom('payment.left_people').select('user_id'))
    .executeTakeFirst();

interface Of {
  personId?: string;
  studyId?: string;
  payoutId?: string;
}

const payouts = (db: Db, { personId, studyId, payoutId }: Of) =>
  db
    .selectFrom('payment.payouts')
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(studyId !== undefined, (query) => query.where('study_id', '=', studyId ?? ''))
    .$if(payoutId !== undefined, (query) => query.where('payout_id', '=', payoutId ?? ''));

/** The newest first; without accounts where somebody else than their owner reads. */
export async function listPayouts(
  db: Db,
  of: Of,
  { page, size }: Paging,
  { withAccount }: { withAccount: boolean },
): Promise<{ content: Payout[]; totalElements: number }> {
  const { total } = await payouts(db, of)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await payouts(db, of)
    .select([
      'payout_id as id',
      'kind',
      'state',
      'study_id as studyId',
      'application_id as applicationId',
      'pesewas as amountInPesewas',
      'why',
      'created_at as createdAt',
      'next_at as nextAt',
      'paid_at as paidAt',
      'wallet_hint as walletHint',
      'provider_id as providerId',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('payout_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    ...(withAccount ? {} : { walletHint: null, providerId: null }),
  }));
  return { content, totalElements: total };
}
