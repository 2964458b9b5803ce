import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { queueClosing } from './queue-telling.ts';

/**
 * Deletes the studies of a researcher that nobody applied to. Of the others stays what is part of their applicants' own record: the
 * public name, the questions, and when they met. One that was published while its researcher left is closed, and its applicants are told.
 */
export async function eraseStudies(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  userId: string,
): Promise<void> {
  const own = sql`study.project_id in (select project_id from project.projects where creator_id = ${userId})`;
  await sql`
    delete from project.studies as study where ${own} and not exists (
      select from project.applications as application where application.study_id = study.study_id)`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'CLOSED', closed_at = now()
    where ${own} and study.state in ('PUBLISHED', 'PAUSED') returning study.study_id as id`.execute(trx);
  for (const { id } of rows) await queueClosing({ jobs }, trx, id);
  await sql`
    update project.studies as study
    set name = public_name, description = '', company_name = null, meeting_details = '{}'
    where ${own}`.execute(trx);
}
