import { type Kysely, sql } from 'kysely';
import { type PaymentEmailKind, type EmailKind, isToAdmin } from '@app/contracts/emails.ts';
import { transaction } from '@app/kit/database.ts';
import { deleteSome } from '@app/kit/retention-job.ts';
import { type TextedKind, TEXTED_KINDS } from '@app/words/texts.ts';
import { canText } from '../config.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { queuePushes } from '../push/send-push.ts';
import type { IdentityTables } from '../schema.ts';
import { queueText } from '../texts/queue-text.ts';
import { PROJECT_EMAIL, PROJECT_TEXT } from './emails.ts';
import { findTextedNumber } from './notification-choices.ts';

async function insertEmailRequest(
  trx: Kysely<IdentityTables>,
  { userId, kind, about }: { userId: string; kind: string; about: string },
): Promise<boolean> {
  const key = `${kind}:${userId}:${about}`;
  const insert = trx.insertInto('identity.requested_emails');
  const row = isToAdmin(kind)
    ? insert.values({ key, user_id: null })
    : insert.columns(['key', 'user_id']).expression((eb) =>
        eb
          .selectFrom('identity.people')
          .select([sql<string>`${key}::text`.as('key'), 'user_id'])
          .where('user_id', '=', userId)
          // If this person is being deleted at this moment, the lock waits until that ends. So a deleted
          // person gets no email.
          .forKeyShare(),
      );
  const { numInsertedOrUpdatedRows = 0n } = await row
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const isTexted = (kind: string): kind is TextedKind => TEXTED_KINDS.some((one) => one === kind);

/** The job that requests this may run twice. Email and text are two jobs, so one of them can fail alone. */
export async function queueRequestedNotification(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'seal'>,
  email: { userId: string; kind: EmailKind | PaymentEmailKind; about: string },
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    if (!(await insertEmailRequest(trx, email))) return;
    const { userId, kind: asked, about } = email;
    await queueEmail(deps, trx, PROJECT_EMAIL, { userId, asked, about });
    await queuePushes(deps, trx, { userId, asked, about });
    if (
      isTexted(asked) &&
      canText(deps.config) &&
      (await findTextedNumber({ db: trx, seal: deps.seal }, userId, asked))
    )
      await queueText(deps, trx, PROJECT_TEXT, { userId, asked, about });
  });
}

/** Requests are stored at least as long as other services retry their jobs, which is three days. */
export function deleteOldEmailRequests(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`asked_at < now() - interval '30 days'`;
  return deleteSome(db, most, { table: 'identity.requested_emails', key: 'key', where });
}
