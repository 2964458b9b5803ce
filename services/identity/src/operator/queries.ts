import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export async function findUserId(db: Db, person: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('user_id')
    .where(sql<boolean>`user_id::text = lower(${person}) or lower(email) = lower(${person})`)
    .executeTakeFirst();
  return row?.user_id;
}

export const listPeopleWithSharedNumber = (db: Db, most: number) =>
  db
    .selectFrom('identity.participant_profiles as profile')
    .innerJoin('identity.people as person', 'person.user_id', 'profile.user_id')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('identity.participant_profiles')
          .select(['payment_number_hash as hash', eb.fn.countAll<number>().as('count')])
          .where('payment_number_hash', 'is not', null)
          .groupBy('payment_number_hash')
          .having(eb.fn.countAll(), '>', 1)
          .as('shared'),
      (join) => join.onRef('shared.hash', '=', 'profile.payment_number_hash'),
    )
    .select([
      'shared.count',
      sql<string>`identity.full_name(person)`.as('name'),
      'person.email',
      'person.user_id as userId',
      'profile.submitted_at as since',
      'person.suspended_at as suspendedAt',
    ])
    .orderBy('shared.count', 'desc')
    .orderBy('shared.hash')
    .orderBy('profile.submitted_at')
    .limit(most)
    .execute();
