import { type RawBuilder, type Transaction, sql } from 'kysely';
import { transaction, anyOf } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { holdLongDeleted } from '../../projects/locks.ts';
import { eraseProjects } from '../../projects/write-project.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { queueClosing } from '../queue-telling.ts';

/**
 * Deletes studies without applicants. Of the others it keeps what is part of their applicants' own record: the public
 * name, the questions, the texts that they agreed to, and when they met.
 */
async function erase(trx: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from project.studies as study where ${which} and not exists (
      select from project.applications as application where application.study_id = study.study_id)`.execute(
    trx,
  );
  await sql`
    update project.studies as study
    set name = public_name, description = '', company_name = null, meeting_details = '{}', ethics = null
    where ${which}`.execute(trx);
  await sql`
    delete from project.study_consents as consent using project.studies as study
    where consent.study_id = study.study_id and ${which} and not exists (
      select from project.applications as application join project.consent_agreements as given using (application_id)
      where application.study_id = consent.study_id and given.version = consent.version)`.execute(trx);
}

/** Those of a researcher who leaves. One that was published meanwhile is closed, and its applicants are notified. */
export async function eraseStudies(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  userId: string,
): Promise<void> {
  const own = sql`study.project_id in (select project_id from project.projects where creator_id = ${userId})`;
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'CLOSED', closed_at = now(), version = study.version + 1
    where ${own} and study.state in ('PUBLISHED', 'PAUSED') returning study.study_id as id`.execute(trx);
  await erase(trx, own);
  for (const { id } of rows) await queueClosing({ jobs }, trx, id);
}

/**
 * At most `most` projects that cannot be restored any more, with their studies, once no money is in them; gives how
 * many.
 */
export async function eraseOldProjects(db: Db, most: number): Promise<number> {
  const eraseSome = async (trx: Db) => {
    const ids = await holdLongDeleted(trx, most);
    if (ids.length === 0) return 0;
    await erase(trx, sql`study.project_id = ${anyOf(ids)}`);
    await eraseProjects(trx, { projectIds: ids });
    return ids.length;
  };
  // A dry run of the sweep is in a transaction already.
  return db.isTransaction ? eraseSome(db) : transaction(db, eraseSome);
}
