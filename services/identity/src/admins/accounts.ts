import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminRole } from '@app/contracts/enumerations.ts';
import { transaction } from '@app/kit/database.ts';
import type { SendMail } from '@app/kit/mail.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { emailWords } from '@app/words/emails.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { renderEmail } from '../emails/render-email.ts';
import { newSecret } from '../tokens.ts';
import { deleteAdmin, insertAdmin, resetEnrolment } from './queries.ts';
import { type EmailContent, composeEmail } from '../emails/compose-email.ts';

interface Inviting {
  db: Deps['db'];
  sendMail: SendMail;
  adminUrl: string;
  publicUrl: string;
  by: string;
}

interface EnrolmentLink {
  url: string;
  isEmailed: boolean;
}

/** Returns undefined if the email already belongs to an admin. */
export async function addAdmin(
  inviting: Inviting,
  admin: { email: string; name: string; roles: AdminRole[] },
): Promise<EnrolmentLink | undefined> {
  const { db, by } = inviting;
  const adminId = randomUUIDv7();
  const isAdded = await transaction(db, async (trx) => {
    if (!(await insertAdmin(trx, { ...admin, adminId, by }))) return false;
    await recordEvent(trx, 'ADMIN_ADDED', { adminId, about: `${by}: ${admin.roles.join()}` });
    return true;
  });
  return isAdded ? sendEnrolmentLink(inviting, admin.email) : undefined;
}

/** Also deletes the admin's passkeys and sessions. Returns undefined if no admin has this email. */
export async function sendEnrolmentLink(
  { db, sendMail, adminUrl, publicUrl, by }: Inviting,
  email: string,
): Promise<EnrolmentLink | undefined> {
  const { secret, hash } = newSecret();
  const admin = await transaction(db, async (trx) => {
    const found = await resetEnrolment(trx, email, hash);
    if (found) await recordEvent(trx, 'ADMIN_LINK_MADE', { adminId: found.adminId, about: by });
    return found;
  });
  if (!admin) return undefined;
  // The secret comes after #, so servers and logs never see it.
  const url = new URL(`/enrol#${secret}`, adminUrl).href;
  const contactUrl = new URL(paths.contact, publicUrl).href;
  const rendered = renderEmail(adminEnrolmentEmail(admin.name, url), { to: email, contactUrl });
  // The operator sees the link too, so nothing must wait if the mail server is down.
  const isEmailed = await sendMail({ id: crypto.randomUUID(), to: email, ...rendered }).then(
    () => true,
    () => false,
  );
  return { url, isEmailed };
}

/** The admin's sessions end at once, on all nodes. */
export async function removeAdmin({ db, by }: Pick<Inviting, 'db' | 'by'>, email: string): Promise<boolean> {
  return transaction(db, async (trx) => {
    const adminId = await deleteAdmin(trx, email);
    if (adminId !== undefined) await recordEvent(trx, 'ADMIN_REMOVED', { adminId, about: by });
    return adminId !== undefined;
  });
}

export const listAdmins = (db: Deps['db']) =>
  db
    .selectFrom('identity.admins as admin')
    .select(['admin_id as adminId', 'email', 'name', 'roles', 'created_by as createdBy'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(sql<boolean>`admin_id in (select admin_id from identity.admin_passkeys)`.as('hasPasskey'))
    .orderBy('created_at')
    .execute();

export function adminEnrolmentEmail(name: string, url: string): EmailContent {
  const { subject, body, action } = emailWords.adminEnrolment;
  return composeEmail(name, subject, [body], { label: action, url });
}
