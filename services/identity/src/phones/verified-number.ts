import { type Kysely, sql } from 'kysely';
import { PROOF_DAYS } from '@app/contracts/identity/phones.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { databaseNow } from '@app/kit/database.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { IdentityTables } from '../schema.ts';
import type { Deps } from '../deps.ts';

type Db = Kysely<IdentityTables>;

/** Networks give old numbers to new people, so an old proof of a number is not valid any more. */
const isProofValid = sql<boolean>`phone.dead_at is null
  and phone.proven_at > now() - make_interval(days => ${PROOF_DAYS}::int)`;

export async function findProvenPhone(
  db: Db,
  seal: Seal,
  userId: string,
): Promise<{ number: string; provenAt: Date } | undefined> {
  const row = await db
    .selectFrom('identity.phones as phone')
    .select(['proven_number as number', 'proven_at as provenAt'])
    .where('user_id', '=', userId)
    .where(isProofValid)
    .executeTakeFirst();
  // Operator commands use no decrypting plugin, so the number is decrypted here.
  return row && { ...row, number: seal.open(row.number) };
}

const selectNumberHolders = (db: Db, seal: Seal, number: string) =>
  db
    .selectFrom('identity.phones as phone')
    .innerJoin('identity.people as person', 'person.user_id', 'phone.user_id')
    .select(['phone.user_id as userId', 'person.role', 'person.email'])
    .where('phone.number_hash', '=', sql<string>`any(${seal.keyedHashes(number)}::text[])`)
    .orderBy('phone.user_id');

export async function findAccountsByNumber(
  db: Db,
  seal: Seal,
  number: string,
): Promise<{ userId: string; role: Role; email: string }[]> {
  return selectNumberHolders(db, seal, number).where(isProofValid).execute();
}

/**
 * Networks give old numbers to new people, so a new proof also ends expired proofs of the same number. The
 * locks make concurrent claims of one number wait.
 */
export async function lockAccountsWithNumber(db: Db, seal: Seal, number: string) {
  return selectNumberHolders(db, seal, number).forUpdate().execute();
}

export async function findOwnNumber(db: Db, userId: string) {
  return db
    .selectFrom('identity.phones as phone')
    .select([
      'proven_number as number',
      'proven_at as provenAt',
      isProofValid.as('counts'),
      sql<boolean>`dead_at is not null`.as('isDead'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function upsertNumber(
  db: Db,
  seal: Seal,
  { userId, role, number }: { userId: string; role: Role; number: string },
): Promise<void> {
  const proven = { proven_number: number, number_hash: seal.keyedHash(number), dead_at: null };
  await db
    .insertInto('identity.phones')
    .values({ user_id: userId, role, ...proven })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...proven, proven_at: databaseNow }))
    .execute();
}

export async function deleteNumber(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('identity.phones')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export const DEAD_NUMBERS: Queue<NoData> = {
  name: 'dead-numbers',
  cron: '*/10 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

const FAILED_DAYS = 3;

/**
 * A number counts as dead if texts failed on three days and none has arrived since. One report of "no such
 * number" is not enough: such reports were wrong for real people.
 */
export async function markDeadNumbers({ db }: Pick<Deps, 'db'>): Promise<void> {
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
