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
const adminColumns = sql`admin.admin_id as "adminId", admin.email, admin.name, admin.roles`;

/** Returns false if the email already belongs to an admin. */
export async function insertAdmin(db: Db, { adminId, email, name, roles, by }: Admin & { by: string }) {
  const { numAffectedRows } = await sql`
    insert into identity.admins (admin_id, email, name, roles, created_by)
    values (${adminId}, ${email}, ${name}, ${roles}::text[], ${by}) on conflict (email) do nothing`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** The database deletes the admin's passkeys and sessions too. */
export async function deleteAdmin(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ adminId: string }>`
    delete from identity.admins where email = ${email} returning admin_id as "adminId"`.execute(db);
  return rows[0]?.adminId;
}

/** Ends all sessions. Deletes the passkeys, because they may be lost. */
export async function resetEnrolment(db: Db, email: string, hash: Buffer): Promise<Admin | undefined> {
  const { rows } = await sql<Admin>`
    update identity.admins as admin
    set enrolment_hash = ${hash}, enrolment_expires_at = now() + interval '1 day'
    where email = ${email} returning ${adminColumns}`.execute(db);
  const [admin] = rows;
  if (!admin) return undefined;
  await sql`delete from identity.admin_passkeys where admin_id = ${admin.adminId}`.execute(db);
  await sql`delete from identity.admin_sessions where admin_id = ${admin.adminId}`.execute(db);
  return admin;
}

const isEnrolment = (hash: Buffer) => sql`enrolment_hash = ${hash} and enrolment_expires_at > now()`;

export async function findByEnrolment(db: Db, hash: Buffer): Promise<Admin | undefined> {
  const { rows } = await sql<Admin>`
    select ${adminColumns} from identity.admins as admin where ${isEnrolment(hash)}`.execute(db);
  return rows[0];
}

/** Returns false if the link was used or replaced in the meantime. */
export async function consumeEnrolment(db: Db, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.admins set enrolment_hash = null, enrolment_expires_at = null
    where ${isEnrolment(hash)}`.execute(db);
  return numAffectedRows === 1n;
}

/** A row is written for an unknown email too, so that both take the same time. */
export async function insertChallenge(
  db: Db,
  hash: Buffer,
  whose: { email: string; isEnrolment: boolean },
): Promise<void> {
  await sql`
    insert into identity.admin_challenges (challenge_hash, admin_id, is_enrolment, expires_at)
    values (${hash}, (select admin_id from identity.admins where email = ${whose.email}), ${whose.isEnrolment},
      now() + interval '5 minutes')`.execute(db);
}

/** A challenge can be used once, even with a wrong passkey. */
export async function consumeChallenge(db: Db, hash: Buffer, isOfLink: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ adminId: string | null }>`
    delete from identity.admin_challenges
    where challenge_hash = ${hash} and is_enrolment = ${isOfLink} and expires_at > now()
    returning admin_id as "adminId"`.execute(db);
  return rows[0]?.adminId ?? undefined;
}

export async function insertPasskey(
  db: Db,
  {
    id,
    adminId,
    publicKey,
    signCount,
  }: { id: string; adminId: string; publicKey: Uint8Array; signCount: number },
): Promise<void> {
  await sql`
    insert into identity.admin_passkeys (credential_id, admin_id, public_key, sign_count)
    values (${id}, ${adminId}, ${Buffer.from(publicKey)}, ${signCount})`.execute(db);
}

export async function findPasskey(db: Db, { id, adminId }: { id: string; adminId: string }) {
  const { rows } = await sql<{ publicKey: Buffer; signCount: number }>`
    select public_key as "publicKey", sign_count::float8 as "signCount" from identity.admin_passkeys
    where credential_id = ${id} and admin_id = ${adminId}`.execute(db);
  return rows[0];
}

/** Returns false if the passkey was deleted in the meantime, or was used with this counter. */
export async function updatePasskey(db: Db, id: string, signCount: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.admin_passkeys set sign_count = ${signCount}, last_used_at = now()
    where credential_id = ${id} and (sign_count < ${signCount} or ${signCount}::bigint = 0)`.execute(db);
  return numAffectedRows === 1n;
}

export async function insertAdminSession(
  db: Db,
  { sessionId, adminId, hash }: { sessionId: string; adminId: string; hash: Buffer },
): Promise<Date> {
  const { rows } = await sql<{ passkeyUsedAt: Date }>`
    insert into identity.admin_sessions (session_id, admin_id, secret_hash)
    values (${sessionId}, ${adminId}, ${hash}) returning passkey_used_at as "passkeyUsedAt"`.execute(db);
  return rows[0]!.passkeyUsedAt;
}

export const ADMIN_SESSION_HOURS = 8;
const isLive = sql`session.used_at > now() - interval '30 minutes'
  and session.started_at > now() - ${ADMIN_SESSION_HOURS}::int * interval '1 hour'`;

/** An admin, and the session's data from which an access token is made. */
export type AdminInSession = Admin & { sessionId: string; passkeyUsedAt: Date };

/** Returns undefined if the session has ended or belongs to someone else. */
export async function updateSessionPasskeyTime(
  db: Db,
  { adminId, hash }: { adminId: string; hash: Buffer },
): Promise<AdminInSession | undefined> {
  const { rows } = await sql<AdminInSession>`
    update identity.admin_sessions as session set passkey_used_at = now() from identity.admins as admin
    where secret_hash = ${hash} and admin.admin_id = session.admin_id and session.admin_id = ${adminId}
      and ${isLive}
    returning ${adminColumns}, session_id as "sessionId", passkey_used_at as "passkeyUsedAt"`.execute(db);
  return rows[0];
}

export async function findAdminBySession(db: Db, sessionId: string): Promise<Admin | undefined> {
  const { rows } = await sql<Admin>`
    select ${adminColumns} from identity.admin_sessions as session
    join identity.admins as admin using (admin_id)
    where session.session_id = ${sessionId} and ${isLive}`.execute(db);
  return rows[0];
}

export async function touchAdminSession(db: Db, hash: Buffer): Promise<AdminInSession | undefined> {
  const { rows } = await sql<AdminInSession>`
    with used as (
      update identity.admin_sessions as session set used_at = now()
      where secret_hash = ${hash} and ${isLive} returning session_id, admin_id, passkey_used_at)
    update identity.admins as admin set last_used_at = now() from used where admin.admin_id = used.admin_id
    returning ${adminColumns}, used.session_id as "sessionId", passkey_used_at as "passkeyUsedAt"`.execute(
    db,
  );
  return rows[0];
}

export async function deleteAdminSession(db: Db, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ adminId: string }>`
    delete from identity.admin_sessions where secret_hash = ${hash} returning admin_id as "adminId"`.execute(
    db,
  );
  return rows[0]?.adminId;
}
