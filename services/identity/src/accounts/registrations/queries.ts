import type { Kysely } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

export interface Registrant {
  role: Role;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
}

export interface NewRegistration extends Registrant {
  registrationId: string;
  userId: string;
  passwordHash: string;
  browserHash: Buffer;
}

export async function insertRegistration(db: Db, registrant: NewRegistration): Promise<boolean> {
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
      browser_hash: registrant.browserHash,
      agreed_to: JSON.stringify(LEGAL_VERSIONS),
    })
    .onConflict((conflict) => conflict.column('registration_id').doNothing())
    .returning('registration_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRegistrations(db: Db, userId: string) {
  return db
    .selectFrom('identity.registrations')
    .select([
      'registration_id as registrationId',
      'role',
      'first_name as firstName',
      'last_name as lastName',
      'phone_number as phoneNumber',
      'password_hash as passwordHash',
      'browser_hash as browserHash',
      'agreed_to as agreedTo',
      'registered_at as registeredAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('registered_at', 'desc')
    .execute();
}

export async function deleteRegistrations(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identity.registrations').where('user_id', '=', userId).execute();
}
