import { type Kysely, sql } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import { clock } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';
import { counts } from './find-phone.ts';

type Db = Kysely<IdentityTables>;

const holdersOf = (db: Db, seal: Seal, number: string) =>
  db
    .selectFrom('identity.phones as phone')
    .innerJoin('identity.people as person', 'person.user_id', 'phone.user_id')
    .select(['phone.user_id as userId', 'person.role', 'person.email'])
    .where('phone.number_hash', '=', sql<string>`any(${seal.keyedHashes(number)}::text[])`)
    .orderBy('phone.user_id');

/** The accounts that a code to this number opens: at most one of each role. */
export async function findAccountsOf(
  db: Db,
  seal: Seal,
  number: string,
): Promise<{ userId: string; role: Role; email: string }[]> {
  return holdersOf(db, seal, number).where(counts).execute();
}

/** All accounts that hold the number, however old the proof; they do not change until the transaction ends. */
export async function holdAccountsOf(db: Db, seal: Seal, number: string) {
  return holdersOf(db, seal, number).forUpdate().execute();
}

/** The number of a person, whether its proof counts or not, with what there is to say of it. */
export async function findOwnNumber(db: Db, userId: string) {
  return db
    .selectFrom('identity.phones as phone')
    .select([
      'proven_number as number',
      'proven_at as provenAt',
      counts.as('counts'),
      sql<boolean>`dead_at is not null`.as('isDead'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Notes a number as proven by its person just now. */
export async function putNumber(
  db: Db,
  seal: Seal,
  { userId, role, number }: { userId: string; role: Role; number: string },
): Promise<void> {
  const proven = { proven_number: number, number_hash: seal.keyedHash(number), dead_at: null };
  await db
    .insertInto('identity.phones')
    .values({ user_id: userId, role, ...proven })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...proven, proven_at: clock }))
    .execute();
}

/** Takes the number off an account; false if there was none. */
export async function dropNumber(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('identity.phones')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
