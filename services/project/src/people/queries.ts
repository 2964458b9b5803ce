import type { Db } from '../schema.ts';
import type { Facts } from './facts.ts';

export async function findFacts(db: Db, userId: string): Promise<Facts | undefined> {
  return db
    .selectFrom('project.participants')
    .select([
      'birth_date as birthDate',
      'gender_bit as genderBit',
      'education_bit as educationBit',
      'income_bit as incomeBit',
      'device_bits as deviceBits',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

const columnsOf = (facts: Facts) => ({
  birth_date: facts.birthDate,
  gender_bit: facts.genderBit,
  education_bit: facts.educationBit,
  income_bit: facts.incomeBit,
  device_bits: facts.deviceBits,
});

/** What is already known of somebody stands. */
export async function insertFacts(db: Db, people: readonly (Facts & { userId: string })[]): Promise<void> {
  await db
    .insertInto('project.participants')
    .values(people.map(({ userId, ...facts }) => ({ user_id: userId, ...columnsOf(facts) })))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** What is known of somebody from now on. */
export async function upsertFacts(db: Db, userId: string, facts: Facts): Promise<void> {
  await db
    .insertInto('project.participants')
    .values({ user_id: userId, ...columnsOf(facts) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columnsOf(facts)))
    .execute();
}
