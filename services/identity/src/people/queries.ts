import type { Kysely } from 'kysely';
import { anyOf } from '@app/kit/any-of.ts';
import type { IdentityTables } from '../schema.ts';

/** Names of those of the ids that exist. */
export async function findNames(db: Kysely<IdentityTables>, userIds: readonly string[]) {
  return db
    .selectFrom('identity.people')
    .select(['user_id as userId', 'first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', anyOf(userIds))
    .execute();
}
