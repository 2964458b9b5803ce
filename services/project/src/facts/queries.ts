import type { Db } from '../schema.ts';
import type { KnownFacts } from './facts.ts';

export async function findFacts(db: Db, userId: string): Promise<KnownFacts | undefined> {
  return db
    .selectFrom('project.participants')
    .select([
      'birth_date as birthDate',
      'gender_bit as genderBit',
      'education_bit as educationBit',
      'income_bit as incomeBit',
      'device_bits as deviceBits',
      'former',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
