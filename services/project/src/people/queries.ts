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

/** What is already known of somebody stands. */
export async function insertFacts(db: Db, people: readonly (Facts & { userId: string })[]): Promise<void> {
  await db
    .insertInto('project.participants')
    .values(
      people.map((person) => ({
        user_id: person.userId,
        birth_date: person.birthDate,
        gender_bit: person.genderBit,
        education_bit: person.educationBit,
        income_bit: person.incomeBit,
        device_bits: person.deviceBits,
      })),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
