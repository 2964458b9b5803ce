import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Engine } from '@app/kit/database.ts';
import type { DeliveredEmail, FileMailbox } from '@app/kit/mail.ts';
import { wakeWorkerSql } from '../../../kit/test/start-job.ts';
import { waitForJobs } from '../../../test/support/wait-for-jobs.ts';

interface Database {
  engine: Engine;
}

/**
 * A job that will be tried again is not done. A job that waits until an undo is no longer possible does not
 * count.
 */
export async function waitUntilDone({ engine }: Database, ...queues: string[]): Promise<void> {
  const left = async () =>
    (
      await sql`
        select 1 from project_jobs.job
        where name = any(${queues}::text[]) and (state in ('retry', 'active')
          or (state = 'created' and start_after < now() + interval '1 minute'))`.execute(engine.owner)
    ).rows.length;
  await expect.poll(left, { interval: 20 }).toBe(0);
}

/** `again` repeats completed jobs. */
export async function runJobsNow(app: Database, queue: string, again = false): Promise<void> {
  const { owner } = app.engine;
  if (again)
    await sql`update project_jobs.job set state = 'retry', completed_on = null
      where name = ${queue} and state = 'completed'`.execute(owner);
  await sql`update project_jobs.job set start_after = now() - interval '1 second'
    where name = ${queue} and state in ('created', 'retry')`.execute(owner);
  await sql.raw(wakeWorkerSql('project', queue)).execute(owner);
  await waitUntilDone(app, queue);
}

/** Waits for these jobs only, because each may queue another one. `again` repeats completed jobs. */
export async function runWaitingJobs(
  { engine: { owner } }: Database,
  queue: string,
  { again = false, oldest = 1000 } = {},
): Promise<void> {
  if (again)
    await sql`update project_jobs.job set state = 'retry', completed_on = null
      where name = ${queue} and state = 'completed'`.execute(owner);
  const { rows } = await sql<{ id: string }>`
    update project_jobs.job set start_after = now() - interval '1 second'
    where name = ${queue} and id in (
      select id from project_jobs.job where name = ${queue} and state in ('created', 'retry')
      order by created_on limit ${oldest}::int
    ) returning id`.execute(owner);
  await sql.raw(wakeWorkerSql('project', queue)).execute(owner);
  const ids = rows.map(({ id }) => id);
  const left = sql`select 1 from project_jobs.job where id = any(${ids}::uuid[]) and state <> 'completed'`;
  await expect.poll(async () => (await left.execute(owner)).rows, { interval: 20 }).toEqual([]);
}

export async function untilSent(app: Database, ...queues: string[]): Promise<void> {
  await waitUntilDone(app, 'emails', ...queues);
  await waitForJobs(app);
}

export async function untilProfileCopied(
  { engine }: Database,
  { userId }: { userId: string },
): Promise<void> {
  const left = sql`
    select 1 from identity_jobs.job where name = 'profile-changes' and data ->> 'userId' = ${userId}
      and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await left.execute(engine.owner)).rows, { interval: 20 }).toEqual([]);
}

/** Returns the one email with this subject whose text or calendar contains `about`. */
export async function emailTo(
  { mailbox }: { mailbox: FileMailbox },
  { email }: { email: string },
  subject: string,
  about = '',
): Promise<DeliveredEmail> {
  const find = async () =>
    (await mailbox.read(email)).filter(
      (message) => message.subject === subject && `${message.text}${message.calendar?.text}`.includes(about),
    );
  await expect.poll(find).not.toEqual([]);
  const [found, ...others] = await find();
  // The tests of a file share people and run in any order, so the first email may be another test's.
  if (others.length > 0) throw new Error(`Several emails "${subject}": pass a text that only one contains`);
  return found!;
}
