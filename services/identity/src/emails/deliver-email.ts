import { type Kysely, sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import { DefiniteFailure } from '@app/kit/jobs.ts';
import { MailServerFault, MailboxRefused } from '@app/kit/mail-refusals.ts';
import { UnknownDelivery } from '@app/kit/mail.ts';
import { transaction } from '@app/kit/database.ts';
import { HOUR_SECONDS } from '@app/contracts/durations.ts';
import type { IdentityTables } from '../schema.ts';
import type { Deps } from '../deps.ts';
import type { EmailContent, Recipients } from './compose-email.ts';
import { renderEmail } from './render-email.ts';
import { type EmailJob, type EmailKind, sendJob } from './queue-email.ts';

type Db = Kysely<IdentityTables>;
interface EmailRecipient {
  userId: string;
  email: string;
}

/** The mailbox counts as refused only if it is still the person's address. */
async function recordRefusedMailbox(db: Db, { userId, email }: EmailRecipient): Promise<void> {
  await sql`
    insert into identity.refused_mailboxes as known (user_id, email)
    select user_id, email from identity.people where user_id = ${userId} and email = ${email}
    on conflict (user_id) do update set email = excluded.email, since = clock_timestamp()
    where known.email <> excluded.email`.execute(db);
}

async function deleteRefusedMailbox(db: Db, { userId, email }: EmailRecipient): Promise<void> {
  await db
    .deleteFrom('identity.refused_mailboxes')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .execute();
}

export async function isMailboxRefused(db: Db, { userId, email }: EmailRecipient): Promise<boolean> {
  const row = await db
    .selectFrom('identity.refused_mailboxes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** If the mail server does not answer, only one of these waits. */
export const EMAILS_AT_ONCE = 5;

/** With the pauses between them, this many copies last for three days. */
export const MOST_COPIES = 18;
const LONGEST_PAUSE_SECONDS = 6 * HOUR_SECONDS;

/** Pauses get longer, because each retry may put another copy into the mailbox. */
export function pauseAfterUnknownOutcome(unknownOutcomes: number): number {
  return Math.min(5 * 4 ** (unknownOutcomes - 1), LONGEST_PAUSE_SECONDS);
}

/** A permanent failure makes the email a dead letter. */
function assertCopiesLeft(unknownOutcomes: number): void {
  if (unknownOutcomes >= MOST_COPIES) throw new DefiniteFailure('No mail server confirmed this email');
}

/**
 * If the outcome is unknown, the email is tried again after growing pauses. A second copy is better than
 * none.
 */
export async function sendEmail(
  { config, log, sendMail }: Deps,
  {
    id,
    unknownOutcomes,
    to,
    alsoTo,
    ...content
  }: EmailContent & Recipients & { id: string; unknownOutcomes: number },
): Promise<{ unknownOutcomes: number; afterSeconds: number } | undefined> {
  const contactUrl = new URL(paths.contact, config.PUBLIC_URL).href;
  try {
    const { calendar, stopUrl, replyTo } = content;
    const rendered = renderEmail(content, { to: [to, ...(alsoTo ?? [])].join(', '), contactUrl });
    const sent = await sendMail({
      id,
      to,
      ...(alsoTo ? { alsoTo } : {}),
      ...rendered,
      ...(calendar ? { calendar } : {}),
      ...(stopUrl ? { stopUrl } : {}),
      ...(replyTo ? { replyTo } : {}),
    });
    if (sent && sent.refused > 0)
      log.error({ refused: sent.refused }, 'the mail server refuses some addresses of ADMIN_EMAIL');
    return undefined;
  } catch (error) {
    if (error instanceof MailServerFault && error.shouldAlert) {
      const { fault, code: status } = error;
      const what = fault === 'UNREACHABLE' ? 'cannot be reached' : 'refuses our emails';
      log.error({ fault, status }, `the mail server ${what}`);
    }
    if (!(error instanceof UnknownDelivery)) throw error;
    log.warn({ err: error, unknownOutcomes: unknownOutcomes + 1 }, 'an email may have been accepted');
    return {
      unknownOutcomes: unknownOutcomes + 1,
      afterSeconds: pauseAfterUnknownOutcome(unknownOutcomes + 1),
    };
  }
}

/** Throws if the email could not be sent, so that the job is retried. */
export async function deliverEmail(deps: Deps, kinds: readonly EmailKind[], job: EmailJob): Promise<void> {
  const { id, userId, unknownOutcomes = 0 } = job;
  assertCopiesLeft(unknownOutcomes);
  if (userId === null) return;
  const kind = kinds.find(({ name }) => name === job.kind);
  // A node of another version queued this kind. The job fails until a node that knows the kind runs it.
  if (!kind) throw new Error(`No email kind is called ${job.kind}`);
  const content = await kind.write(deps, { ...job, userId });
  if (!content) return;
  const mailbox = { userId, email: content.to };
  const again = await sendEmail(deps, { id, unknownOutcomes, ...content }).catch(async (error: unknown) => {
    if (!(error instanceof MailboxRefused)) throw error;
    if (kind.refused) return kind.refused(deps, job).then(() => 'REFUSED' as const);
    await recordRefusedMailbox(deps.db, mailbox);
    throw error;
  });
  if (again === 'REFUSED') return;
  if (!again) return deleteRefusedMailbox(deps.db, mailbox);
  const { unknownOutcomes: newUnknownOutcomes, afterSeconds } = again;
  await transaction(deps.db, (trx) =>
    sendJob(deps, trx, kind, { ...job, unknownOutcomes: newUnknownOutcomes }, { afterSeconds }),
  );
}
