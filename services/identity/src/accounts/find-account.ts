import type { Kysely } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** A person's account as they see it themselves, and what a change of it has to check. */
export async function findAccount(db: Kysely<IdentityTables>, userId: string) {
  return db
    .selectFrom('identity.people as person')
    .select((eb) => [
      'person.email',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.phone_number as phoneNumber',
      'person.password_hash as passwordHash',
      'person.created_at as createdAt',
      'person.wants_decisions as wantsDecisions',
      'person.wants_new_studies as wantsNewStudies',
      eb
        .exists(
          eb
            .selectFrom('identity.google_accounts as google')
            .select('google.user_id')
            .whereRef('google.user_id', '=', 'person.user_id'),
        )
        .$castTo<boolean>()
        .as('hasGoogle'),
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
