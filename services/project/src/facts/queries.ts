import { sql } from 'kysely';
import type { Db, KnownFacts } from '../schema.ts';

/** Copied before the further facts were kept, they are not known: they are read again. */
export async function findFacts(db: Db, userId: string): Promise<KnownFacts | undefined> {
  return db
    .selectFrom('project.participants')
    .select([
      'birth_date as birthDate',
      'gender_bit as genderBit',
      'education_bit as educationBit',
      'income_bit as incomeBit',
      'device_bits as deviceBits',
      'further_bits as furtherBits',
      'former',
      'set_up_at as setUpAt',
    ])
    .where('user_id', '=', userId)
    .where('further_bits', 'is not', null)
    .executeTakeFirst();
}

/** So many of those whose further facts are not known yet, others each time: so those who cannot be read hold up nobody. */
export async function findUnread(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.participants')
    .select('user_id')
    .where('further_bits', 'is', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
