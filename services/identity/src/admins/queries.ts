import { type Kysely, sql } from 'kysely';
import type { AdminRole } from '@app/contracts/enumerations.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export interface Admin {
  adminId: string;
  email: string;
  name: string;
  roles: AdminRole[];
}
const adminColumns = ['admin.admin_id as adminId', 'admin.email', 'admin.name', 'admin.roles'] as const;

/** Returns false if the email already belongs to an admin. */
export async function insertAdmin(db: Db, { adminId, email, name, roles, by }: Admin & { by: string }) {
  const row = await db
    .insertInto('identity.admins')
    .values({
      admin_id: adminId,
      email,
      name,
      roles,
      created_by: by,
      enrolment_hash: null,
      enrolment_expires_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('admin_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Passkeys and sessions are deleted with the admin. */
export async function deleteAdmin(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity.admins')
    .where('email', '=', email)
    .returning('admin_id')
    .executeTakeFirst();
  return row?.admin_id;
}

/** Ends the sessions, and deletes the passkeys, which may be lost. */
export async function resetEnrolment(db: Db, email: string, hash: Buffer): Promise<Admin | undefined> {
  const admin = await db
    .updateTable('identity.admins as admin')
    .set({ enrolment_hash: hash, enrolment_expires_at: sql<Date>`now() + interval '1 day'` })
    .where('admin.email', '=', email)
    .returning(adminColumns)
    .executeTakeFirst();
  if (!admin) return undefined;
  await db.deleteFrom('identity.admin_passkeys').where('admin_id', '=', admin.adminId).execute();
  await db.deleteFrom('identity.admin_sessions').where('admin_id', '=', admin.adminId).execute();
  return admin;
}

export const findByEnrolment = (db: Db, hash: Buffer): Promise<Admin | undefined> =>
  db
    .selectFrom('identity.admins as admin')
    .select(adminColumns)
    .where('admin.enrolment_hash', '=', hash)
    .where('admin.enrolment_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Returns false if the link was used or replaced in the meantime. */
export async function consumeEnrolment(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('identity.admins')
    .set({ enrolment_hash: null, enrolment_expires_at: null })
    .where('enrolment_hash', '=', hash)
    .where('enrolment_expires_at', '>', sql<Date>`now()`)
    .returning('admin_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An unknown email also gets a row, so that both take the same time. */
export async function insertChallenge(
  db: Db,
  hash: Buffer,
  { email, isEnrolment }: { email: string; isEnrolment: boolean },
): Promise<void> {
  await sql`
    insert into identity.admin_challenges (challenge_hash, admin_id, is_enrolment, expires_at)
    values (${hash}, (select admin_id from identity.admins where email = ${email}), ${isEnrolment},
      now() + interval '5 minutes')`.execute(db);
}

/** A challenge works once, whether its passkey is right or wrong. */
export async function consumeChallenge(
  db: Db,
  hash: Buffer,
  isEnrolment: boolean,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity.admin_challenges')
    .where('challenge_hash', '=', hash)
    .where('is_enrolment', '=', isEnrolment)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('admin_id')
    .executeTakeFirst();
  return row?.admin_id ?? undefined;
}

export async function insertPasskey(
  db: Db,
  passkey: { id: string; adminId: string; publicKey: Uint8Array; signCount: number },
): Promise<void> {
  await db
    .insertInto('identity.admin_passkeys')
    .values({
      credential_id: passkey.id,
      admin_id: passkey.adminId,
      public_key: Buffer.from(passkey.publicKey),
      sign_count: passkey.signCount,
    })
    .execute();
}

export const findPasskey = (db: Db, { id, adminId }: { id: string; adminId: string }) =>
  db
    .selectFrom('identity.admin_passkeys')
    .select(['public_key as publicKey', sql<number>`sign_count::float8`.as('signCount')])
    .where('credential_id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirst();

/** Returns false if the passkey was deleted, or its counter used, in the meantime. */
export async function updatePasskey(db: Db, id: string, signCount: number): Promise<boolean> {
  const row = await db
    .updateTable('identity.admin_passkeys')
    .set({ sign_count: signCount, last_used_at: sql<Date>`now()` })
    .where('credential_id', '=', id)
    .where(sql<boolean>`(sign_count < ${signCount} or ${signCount} = 0)`)
    .returning('credential_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAdminSession(
  db: Db,
  session: { sessionId: string; adminId: string; hash: Buffer },
): Promise<void> {
  await db
    .insertInto('identity.admin_sessions')
    .values({ session_id: session.sessionId, admin_id: session.adminId, secret_hash: session.hash })
    .execute();
}

const isLive = sql<boolean>`session.used_at > now() - interval '30 minutes'
  and session.started_at > now() - interval '8 hours'`;

const liveSessions = (db: Db) =>
  db
    .selectFrom('identity.admin_sessions as session')
    .innerJoin('identity.admins as admin', 'admin.admin_id', 'session.admin_id')
    .where(isLive);

export const findAdminBySession = (db: Db, sessionId: string): Promise<Admin | undefined> =>
  liveSessions(db).where('session.session_id', '=', sessionId).select(adminColumns).executeTakeFirst();

export async function touchAdminSession(
  db: Db,
  hash: Buffer,
): Promise<(Admin & { sessionId: string }) | undefined> {
  const session = await db
    .updateTable('identity.admin_sessions as session')
    .set({ used_at: sql<Date>`now()` })
    .where('secret_hash', '=', hash)
    .where(isLive)
    .returning('session_id as sessionId')
    .executeTakeFirst();
  if (!session) return undefined;
  const admin = await db
    .updateTable('identity.admins as admin')
    .from('identity.admin_sessions as session')
    .set({ last_used_at: sql<Date>`now()` })
    .whereRef('admin.admin_id', '=', 'session.admin_id')
    .where('session.session_id', '=', session.sessionId)
    .returning(adminColumns)
    .executeTakeFirst();
  return admin && { ...admin, ...session };
}

export async function deleteAdminSession(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('identity.admin_sessions')
    .where('secret_hash', '=', hash)
    .returning('admin_id')
    .executeTakeFirst();
  return row?.admin_id;
}
