import { type Transaction, sql } from 'kysely';
import type { FundingState } from '@app/contracts/payment/budgets.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { Deps } from '../deps.ts';
import { type ProviderName, type Reason, type Wallet, secondsToPoll } from '../provider.ts';
import type { Db, PaymentTables } from '../schema.ts';

export const FUNDINGS: Queue<{ fundingId: string }> = { name: 'fundings', expireInSeconds: 180 };
/** This job continues fundings whose poll job was lost, or whose provider was not configured. */
export const FUNDING_SCHEDULE: Queue<NoData> = {
  name: 'funding-schedule',
  cron: '* * * * *',
  isDebounced: true,
};

export interface Funding {
  id: string;
  studyId: string;
  provider: ProviderName;
  reference: string;
  /** Null for cards and bank accounts. */
  wallet: Pick<Wallet, 'network' | 'phoneNumber'> | null;
  isForBonus: boolean;
  askedInPesewas: number;
  state: FundingState;
  polls: number;
  minutesOld: number;
}

export async function findFunding(db: Db, fundingId: string): Promise<Funding | undefined> {
  const row = await db
    .selectFrom('payment.fundings')
    .select([
      'funding_id as id',
      'study_id as studyId',
      'provider',
      'reference',
      'network',
      'phone_number as phoneNumber',
      'is_for_bonus as isForBonus',
      'asked_in_pesewas as askedInPesewas',
      'state',
      'polls',
      sql<number>`(extract(epoch from now() - created_at) / 60)::float8`.as('minutesOld'),
    ])
    .where('funding_id', '=', fundingId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { network, phoneNumber, ...funding } = row;
  return { ...funding, wallet: network && phoneNumber ? { network, phoneNumber } : null };
}

/** Returns false if another prompt of the study is open, or if this funding exists already. */
export async function insertFunding(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  funding: Pick<
    Funding,
    'id' | 'studyId' | 'provider' | 'reference' | 'wallet' | 'isForBonus' | 'askedInPesewas'
  >,
): Promise<boolean> {
  const row = await trx
    .insertInto('payment.fundings')
    .values({
      funding_id: funding.id,
      study_id: funding.studyId,
      provider: funding.provider,
      reference: funding.reference,
      network: funding.wallet?.network ?? null,
      phone_number: funding.wallet?.phoneNumber ?? null,
      wallet_hint: funding.wallet && maskedPhoneNumber(funding.wallet.phoneNumber),
      is_for_bonus: funding.isForBonus,
      asked_in_pesewas: funding.askedInPesewas,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('funding_id')
    .executeTakeFirst();
  if (row) await deps.jobs.send(trx, FUNDINGS, { fundingId: funding.id });
  return row !== undefined;
}

export interface Change {
  from: readonly FundingState[];
  to: FundingState;
  /** The number of polls decides when the next one comes. If it is absent, polling ends. */
  polls?: number;
  reason?: Reason;
  providerId?: string;
  received?: { pesewas: number; feeInPesewas: number; lastFour?: string };
}

export async function recordNextStep(
  db: Db,
  fundingId: string,
  following: { page_url: string } | { codes_left: number | null },
): Promise<void> {
  await db
    .updateTable('payment.fundings')
    .set(following)
    .where('funding_id', '=', fundingId)
    .where('state', '=', 'PROMPTED')
    .execute();
}

export const takeCode = (db: Db, studyId: string) =>
  db
    .updateTable('payment.fundings')
    .set((eb) => ({ codes_left: eb('codes_left', '-', 1) }))
    .where('study_id', '=', studyId)
    .where('state', '=', 'PROMPTED')
    .where('codes_left', '>', 0)
    .returning(['funding_id as fundingId', 'provider', 'reference', 'codes_left as codesLeft'])
    .executeTakeFirst();

/** Only one of several callers gets `true`. */
export async function transitionFunding(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  fundingId: string,
  { from, to, polls, reason, providerId, received }: Change,
): Promise<boolean> {
  const seconds = polls === undefined ? undefined : secondsToPoll(polls);
  const { numUpdatedRows } = await trx
    .updateTable('payment.fundings')
    .set({
      state: to,
      next_at: seconds === undefined ? null : sql<Date>`now() + ${seconds}::int * interval '1 second'`,
      ...(polls === undefined ? {} : { polls }),
      ...(reason === undefined ? {} : { reason }),
      ...(providerId === undefined ? {} : { provider_id: providerId }),
      ...(received && {
        received_in_pesewas: received.pesewas,
        fee_in_pesewas: received.feeInPesewas,
        last_four: received.lastFour ?? null,
      }),
      ...(from.includes('CREATED') ? { prompted_at: sql<Date>`now()` } : {}),
    })
    .where('funding_id', '=', fundingId)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (seconds !== undefined) await deps.jobs.send(trx, FUNDINGS, { fundingId }, { afterSeconds: seconds });
  return true;
}

/** Claimed fundings are postponed, so that no concurrent caller polls them too. */
export async function claimLateFundings(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment.fundings set next_at = now() + interval '1 minute'
    where funding_id in (
      select funding_id from payment.fundings where next_at < now() - interval '30 seconds'
      order by next_at limit ${most} for update skip locked)
    returning funding_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The payer can recognise the source by these digits. They do not reveal the number. */
export function sourceHint({
  phoneNumber,
  lastFour,
}: {
  phoneNumber: string | null;
  lastFour: string | null;
}): string | null {
  if (phoneNumber !== null) return maskedPhoneNumber(phoneNumber);
  return lastFour === null ? null : `•••• ${lastFour}`;
}

export async function recordReconciledFunding(db: Db, fundingId: string): Promise<void> {
  await db
    .updateTable('payment.fundings')
    .set({ reconciled_at: sql<Date>`now()` })
    .where('funding_id', '=', fundingId)
    .execute();
}

/** Returns the providers' references of the erased fundings. */
export async function eraseFundings(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payment.fundings as funding
    set phone_number = case when phone_number is not null then '' end, wallet_hint = null, last_four = null, page_url = null
    from payment.budgets as budget
    where budget.study_id = funding.study_id and budget.researcher_id = ${userId}
    returning funding.reference`.execute(trx);
  return rows.map(({ reference }) => reference);
}
