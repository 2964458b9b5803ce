import type { Transaction } from 'kysely';
import type { Queue, SendOptions } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS } from '@app/kit/mail.ts';
import { readClock } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { EmailContent, Recipients } from './compose-email.ts';

/** Links and other secrets are made when the email is sent, so the queue contains none. */
export interface EmailJob {
  id: string;
  kind: string;
  /** If the account does not exist any more, the email is not sent. */
  userId: string | null;
  at?: string;
  unknownOutcomes?: number;
}

/** No one waits for emails of the kind `BULK`, so they have a queue of their own. */
type EmailUrgency = 'FIRST' | 'NEXT' | 'BULK';

export interface EmailKind<Details extends object = object> {
  name: string;
  /** The default is `FIRST`, because a person waits for most emails. */
  urgency?(email: Details): EmailUrgency;
  /** Returns undefined if the email is no longer needed. */
  write(
    deps: Deps,
    job: EmailJob & { userId: string } & Details,
  ): Promise<(EmailContent & Recipients) | undefined>;
  /**
   * Called after a permanent refusal. Without this function, the email becomes a dead letter after a few
   * tries.
   */
  refused?(deps: Deps, job: EmailJob & Details): Promise<void>;
}

export const kindsIn = (module: object): EmailKind[] =>
  Object.values(module).filter((one): one is EmailKind => typeof one === 'object' && 'write' in one);

export const EMAILS: Queue<EmailJob> = {
  name: 'emails',
  expireInSeconds: LONGEST_TRY_SECONDS + 30,
  countsTriesIn: 'unknownOutcomes' satisfies keyof EmailJob,
};

/**
 * A separate queue, so that many emails of this kind do not delay codes. Earlier releases know only the other
 * queue.
 */
export const BULK_EMAILS: Queue<EmailJob> = { ...EMAILS, name: 'bulk-emails' };

/** Stores an email in the outbox, in the transaction of its event; a job sends it after the commit. */
export async function queueEmail<Details extends object>(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: EmailKind<Details>,
  email: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  await sendJob(deps, trx, kind, { id, at, kind: kind.name, ...email });
}

export function sendJob<Details extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: EmailKind<Details>,
  job: EmailJob & Details,
  options: SendOptions = {},
): Promise<void> {
  const urgency = kind.urgency?.(job) ?? 'FIRST';
  const priority = urgency === 'FIRST' ? 1 : 0;
  return jobs.send(trx, urgency === 'BULK' ? BULK_EMAILS : EMAILS, job, { priority, ...options });
}
