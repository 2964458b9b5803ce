import { type Kysely, sql } from 'kysely';
import { anyOf, ready } from '@app/kit/database.ts';
import type { IdentityTables } from '../schema.ts';

/**
 * Of `profile`, also of nobody's: another account has named the same number before. One that names it later shows nothing here, or a
 * researcher could find out by an account of their own whose number it is.
 */
const sharesNumber = sql<boolean>`exists (
  select from identity.participant_profiles as other
  where other.payment_number_hash = profile.payment_number_hash and other.user_id <> profile.user_id
    and coalesce(other.payment_changed_at, other.submitted_at)
      < coalesce(profile.payment_changed_at, profile.submitted_at))`;

const roleAndCompanyOf = ready((db: Kysely<IdentityTables>, { userId }: { userId: string }) =>
  db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .select([
      'person.role',
      'company.status as adminVerificationStatus',
      'company.company_name as companyName',
      sql<boolean>`person.suspended_at is not null`.as('isSuspended'),
      sql<boolean>`company.exports_blocked_at is null`.as('mayExport'),
    ])
    .where('person.user_id', '=', userId),
);

/** Role, verification and company of a person; undefined if they are gone. */
export async function findRoleAndCompany(db: Kysely<IdentityTables>, userId: string) {
  const [found] = await roleAndCompanyOf(db, { userId });
  return found;
}

/** Names of those of the ids that exist. */
export async function findNames(db: Kysely<IdentityTables>, userIds: readonly string[]) {
  return db
    .selectFrom('identity.people as person')
    .leftJoin('identity.participant_profiles as profile', 'profile.user_id', 'person.user_id')
    .select([
      'person.user_id as userId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      sharesNumber.as('sharesNumber'),
    ])
    .where('person.user_id', '=', anyOf(userIds))
    .execute();
}
