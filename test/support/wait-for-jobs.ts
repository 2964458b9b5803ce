import { sql } from 'kysely';
import type { TestApp } from './app.ts';

const LONGEST_MS = 60_000;

/** Waits until every job is done, including emails; jobs that are scheduled for later do not count. */
export async function waitForJobs({ engine }: Pick<TestApp, 'engine'>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from identity_jobs.job
      where (state in ('retry', 'active') or (state = 'created' and start_after <= now()))
        and name not like '%-dead-letter' and name not like '\\_\\_%'`.execute(engine.owner);
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The jobs do not come to an end');
}
