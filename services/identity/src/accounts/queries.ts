import type { AccountChange } from '@app/contracts/identity/account-settings.ts';
import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Registration } from '@app/contracts/identity/accounts.ts';
import { databaseNow } from '@app/kit/database.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { IdentityTables } from '../schema.ts';
import type { Registrant } from './registrations/queries.ts';

type Db = Kysely<IdentityTables>;
type Hash = Pick<Seal, 'keyedHash'>;

const numberColumns = (number: string | null, { keyedHash }: Hash) => ({
  phone_number: number,
  phone_hash: number === null ? null : keyedHash(number),
});

/** If the person is not verified, the password is that of the newest registration. */
export async function findCredentials(db: Db, email: string) {
  const ofRegistration = sql`(select registration.password_hash from identity.registrations as registration
    where registration.user_id = people.user_id order by registration.registered_at desc limit 1)`;
  return db
    .selectFrom('identity.people')
    .select([
      'user_id as userId',
      'email_verified_at as emailVerifiedAt',
      sql<string | null>`coalesce(people.password_hash, ${ofRegistration})`.as('passwordHash'),
    ])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Returns undefined if the address is in use, which the unique key detects. */
export async function insertPerson(
  db: Db,
  person: Registrant & { email: string },
  hash: Hash,
): Promise<string | undefined> {
  const row = await db
    .insertInto('identity.people')
    .values({
      user_id: randomUUIDv7(),
      email: person.email,
      email_verified_at: null,
      ...columnsOfRegistrant(person, hash),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

function columnsOfRegistrant({ role, firstName, lastName, phoneNumber }: Registrant, hash: Hash) {
  return { role, first_name: firstName, last_name: lastName, ...numberColumns(phoneNumber, hash) };
}

export async function updateToRegistrant(
  db: Db,
  userId: string,
  registrant: Registrant,
  hash: Hash,
): Promise<void> {
  await db
    .updateTable('identity.people')
    .set(columnsOfRegistrant(registrant, hash))
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function insertPersonOfGoogle(db: Db, person: PersonOfGoogle): Promise<string | undefined> {
  const row = await db
    .insertInto('identity.people')
    .values({ user_id: randomUUIDv7(), email: person.email, ...columnsOfGoogle(person) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function updateToPersonOfGoogle(db: Db, userId: string, person: PersonOfGoogle): Promise<void> {
  await db
    .updateTable('identity.people')
    .set(columnsOfGoogle(person))
    .where('user_id', '=', userId)
    .execute();
}

type PersonOfGoogle = Pick<Registration, 'email' | 'role' | 'firstName' | 'lastName'>;

function columnsOfGoogle({ role, firstName, lastName }: PersonOfGoogle) {
  return {
    role,
    first_name: firstName,
    last_name: lastName,
    phone_number: null,
    phone_hash: null,
    password_hash: null,
    email_verified_at: sql<Date>`now()`,
  };
}

export async function lockAccount(db: Db, email: string) {
  return db
    .selectFrom('identity.people')
    .select(['user_id as userId', 'email_verified_at as emailVerifiedAt'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/** One statement sets both, because an unverified account must not have a password. */
export async function setPasswordAndVerifyEmail(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<string> {
  const { email } = await db
    .updateTable('identity.people')
    .set({
      password_hash: passwordHash,
      email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
      credentials_changed_at: databaseNow,
    })
    .where('user_id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}

export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.people')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateLastActive(db: Db, userId: string, day: string): Promise<void> {
  await db
    .updateTable('identity.people')
    .set({ last_active_on: day })
    .where('user_id', '=', userId)
    .where('last_active_on', '<', day)
    .execute();
}

/** Someone else may have registered an unverified address, so such an account gets no password. */
export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('identity.people')
    .set({ password_hash: passwordHash, credentials_changed_at: databaseNow })
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Numbers are encrypted with a random nonce, so SQL cannot compare them. */
async function lockOwnNumber(db: Db, userId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('phone_number as phoneNumber')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.phoneNumber;
}

export async function updateAccount(
  db: Db,
  userId: string,
  change: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    phoneNumber?: string | null | undefined;
    emails?: AccountChange['emails'];
    pushes?: AccountChange['pushes'];
    texts?: AccountChange['texts'];
  },
  hash: Hash,
): Promise<boolean> {
  const isOtherNumber =
    change.phoneNumber !== undefined && (await lockOwnNumber(db, userId)) !== change.phoneNumber;
  const columns = {
    first_name: change.firstName,
    last_name: change.lastName,
    wants_decisions: change.emails?.decisions,
    wants_new_studies: change.emails?.newStudies,
    wants_applications: change.emails?.applications,
    wants_meetings: change.emails?.meetings,
    wants_messages: change.emails?.messages,
    wants_decision_pushes: change.pushes?.decisions,
    wants_application_pushes: change.pushes?.applications,
    wants_meeting_pushes: change.pushes?.meetings,
    wants_message_pushes: change.pushes?.messages,
    wants_texts: change.texts?.notifications,
    wants_study_texts: change.texts?.studies,
  };
  if (!isOtherNumber && Object.values(columns).every((value) => value === undefined)) return false;
  const row = await db
    .updateTable('identity.people')
    .set({
      ...columns,
      ...(isOtherNumber && {
        ...numberColumns(change.phoneNumber ?? null, hash),
        is_phone_of_sign_up: false,
      }),
    })
    .where('user_id', '=', userId)
    .where((of) =>
      of.or([
        of.lit(isOtherNumber),
        ...Object.entries(columns).flatMap(([column, value]) =>
          value === undefined ? [] : [of(sql.ref(column), 'is distinct from', value)],
        ),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the password has changed since it was checked. */
export async function replacePasswordHash(
  db: Db,
  userId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('identity.people')
    .set({ password_hash: to, credentials_changed_at: databaseNow })
    .where('user_id', '=', userId)
    .where('password_hash', 'is not distinct from', from)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSuspendReason(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('suspend_reason as reason')
    .where('user_id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return row && (row.reason ?? '');
}

/** Returns false if nothing changes. The row lock prevents new sessions until the transaction ends. */
export async function updateSuspended(db: Db, userId: string, reason: string | null): Promise<boolean> {
  const row = await db
    .updateTable('identity.people')
    .set({ suspended_at: reason === null ? null : sql<Date>`now()`, suspend_reason: reason })
    .where('user_id', '=', userId)
    .where('suspended_at', reason === null ? 'is not' : 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function raiseSuspensionVersion(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('identity.people')
    .set((eb) => ({ suspension_version: eb('suspension_version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function findSuspension(db: Db, userId: string) {
  return db
    .selectFrom('identity.people as person')
    .leftJoin('identity.companies as company', 'company.user_id', 'person.user_id')
    .select([
      'person.suspension_version as version',
      sql<boolean>`person.suspended_at is not null or coalesce(company.status, 'VERIFIED') <> 'VERIFIED'`.as(
        'isSuspended',
      ),
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
}
