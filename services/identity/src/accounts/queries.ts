import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Registration } from '@app/contracts/identity/account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** The stored user of S-506 without its token; `firstLogin` ends with the company information or the set-up. */
export type Person = Omit<SignedInUser, 'token'>;

function people(db: Db) {
  return db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .leftJoin('identity.participant_profiles as profile', 'profile.user_id', 'person.user_id')
    .select([
      'person.user_id as userId',
      'person.role',
      'person.email',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'company.status as adminVerificationStatus',
      sql<boolean>`company.user_id is not null`.as('hasCompanyInfo'),
      sql<boolean>`profile.user_id is not null`.as('hasUserInfo'),
      sql<boolean>`company.user_id is null and profile.user_id is null`.as('firstLogin'),
    ]);
}

export async function findPerson(db: Db, userId: string): Promise<Person | undefined> {
  return people(db).where('person.user_id', '=', userId).executeTakeFirst();
}

/** The person behind an address with what a log-in has to check. */
export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('identity.people')
    .select(['user_id as userId', 'password_hash as passwordHash', 'email_verified_at as emailVerifiedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The id of the new person, or undefined if the address is taken: the unique key decides. */
export async function insertPerson(
  db: Db,
  person: Omit<Registration, 'password' | 'agreedToTerms'> & { passwordHash: string },
): Promise<string | undefined> {
  const row = await db
    .insertInto('identity.people')
    .values({
      user_id: randomUUIDv7(),
      email: person.email,
      role: person.role,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phoneNumber ?? null,
      password_hash: person.passwordHash,
      agreed_to_terms_at: sql<Date>`now()`,
      email_verified_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function updateEmailVerified(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('identity.people')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('user_id', '=', userId)
    .execute();
}

/** A reset link that arrived proves the address too. */
export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('identity.people')
    .set({
      password_hash: passwordHash,
      email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
    })
    .where('user_id', '=', userId)
    .execute();
}
