import type { Kysely } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import { LEGAL_VERSIONS, type LegalVersions } from '@app/contracts/legal-texts.ts';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

/** What somebody filled in to register, before the address is verified. */
export interface Registrant {
  role: Role;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  passwordHash: string;
}

/** False if it is there already. */
export async function insertRegistration(
  db: Db,
  registrant: Registrant & { registrationId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .insertInto('identity.registrations')
    .values({
      registration_id: registrant.registrationId,
      user_id: registrant.userId,
      role: registrant.role,
      first_name: registrant.firstName,
      last_name: registrant.lastName,
      phone_number: registrant.phoneNumber,
      password_hash: registrant.passwordHash,
      agreed_to: JSON.stringify(LEGAL_VERSIONS),
    })
    .onConflict((conflict) => conflict.column('registration_id').doNothing())
    .returning('registration_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Every registration with an address that is not verified yet, newest first. */
export async function findRegistrations(
  db: Db,
  userId: string,
): Promise<(Registrant & { registrationId: string; agreedTo: LegalVersions | null; registeredAt: Date })[]> {
  return db
    .selectFrom('identity.registrations')
    .select([
      'registration_id as registrationId',
      'role',
      'first_name as firstName',
      'last_name as lastName',
      'phone_number as phoneNumber',
      'password_hash as passwordHash',
      'agreed_to as agreedTo',
      'registered_at as registeredAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('registered_at', 'desc')
    .execute();
}

/** The hash of the newest registration with an address that is not verified yet. */
export async function findPasswordOfNewest(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.registrations as registration')
    .innerJoin('identity.people as person', 'person.user_id', 'registration.user_id')
    .select('registration.password_hash as passwordHash')
    .where('person.email', '=', email)
    .orderBy('registration.registered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.passwordHash;
}

/** The address is verified: what was not chosen is forgotten. */
export async function deleteRegistrations(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identity.registrations').where('user_id', '=', userId).execute();
}
