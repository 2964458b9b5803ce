import { type Kysely, sql } from 'kysely';
import { deadLetterQueue } from '@app/kit/job-store.ts';
import { BULK_EMAILS, EMAILS } from './queue-email.ts';

/** An email that a mail server took is a finished job; one that none took is a dead letter. */
export async function countEmailsOfDay<Tables>(
  db: Kysely<Tables>,
): Promise<{ sent: number; failed: number }> {
  const queues = [EMAILS, BULK_EMAILS].map(({ name }) => name);
  const { rows } = await sql<{ sent: number; failed: number }>`
    select count(*) filter (where name = any(${queues}::text[]) and state = 'completed')::int as sent,
      count(*) filter (where name = any(${queues.map(deadLetterQueue)}::text[]))::int as failed
    from identity_jobs.job where created_on > now() - interval '1 day'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0 };
}
