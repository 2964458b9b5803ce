import { RETENTION } from '@app/contracts/retention.ts';
import { anyOf, transaction } from '@app/kit/database.ts';
import { ago } from '@app/kit/sweep.ts';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { holdLongDeleted } from '../projects/locks.ts';
import { eraseProjects } from '../projects/write-project.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { deleteFreeSlots } from '../slots/write-slots.ts';
import { hasNoApplicant, studiesRestorableSince } from './delete-study.ts';
import { queueClosing } from './queue-telling.ts';

/**
 * Deletes for good at most `most` soft-deleted studies that cannot be restored any more, with their slots; returns how
 * many. Skips one that is being restored at this moment.
 */
export async function deleteOldDeletedStudies(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.deleted_at', '<=', studiesRestorableSince())
        // The budget is refunded to its researcher, who is known by this row.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('project.unrefunded_studies as funded')
                .select('funded.study_id')
                .whereRef('funded.study_id', '=', 'study.study_id'),
            ),
          ),
        )
        // What was deleted with its project comes back with it, or goes with it.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('project.projects as project')
                .select('project.project_id')
                .whereRef('project.project_id', '=', 'study.project_id')
                .whereRef('project.deleted_at', '=', 'study.deleted_at'),
            ),
          ),
        )
        // A node of the version before let people apply to what was deleted.
        .where(hasNoApplicant)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('project.studies')
    .where('study_id', 'in', (eb) => eb.selectFrom('old').select('old.study_id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

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

/** Until then their researchers see which of their times were free. */
const long = ago(RETENTION.timesOfStudies);

/** Deletes the free times of at most `most` closed studies whose last time is long past; gives how many studies it looked at. */
export async function deleteOldSlots(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ studyId: string; isLongOver: boolean }>`
    select study_id as "studyId", coalesce((
      select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id
    ), '-infinity') < ${long} as "isLongOver"
    from project.studies as study
    where state = 'CLOSED' and ends_at < 'infinity' and ends_at < ${long} limit ${most}`.execute(db);
  const longOver = rows.filter(({ isLongOver }) => isLongOver).map(({ studyId }) => studyId);
  await deleteFreeSlots(db, longOver);
  // After the times, so that a run that is cut off between the two is repeated. A closed study gets no times meanwhile,
  // but its last one may be removed: it is looked at again then, like a study that somebody has locked.
  await sql`
    update project.studies as study
    set ends_at = case when study_id = ${anyOf(longOver)} then 'infinity' else coalesce((
      select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id), '-infinity') end
    where study_id in (
      select study_id from project.studies where study_id = ${anyOf(rows.map(({ studyId }) => studyId))}
      for no key update skip locked)`.execute(db);
  return rows.length;
}

/** A researcher may write remarks on a closed study for ever, so it is looked at again. */
const AGAIN = { days: 30 };

/**
 * Studies that closed so long ago that their answers are erased, and whose answers were not erased lately. A study with a booking
 * that may still change waits: its researcher is about to meet people by their answers, or the admin decides by their words.
 */
export async function findLongClosed(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.studies as study')
    .select('study_id as studyId')
    .where('state', '=', 'CLOSED')
    .where('closed_at', '<', ago(RETENTION.answersOfStudies))
    .where((eb) => eb.or([eb('answers_erased_at', 'is', null), eb('answers_erased_at', '<', ago(AGAIN))]))
    .where(
      sql<boolean>`not exists (select from project.unfinished_bookings as booking where booking.study_id = study.study_id)`,
    )
    .limit(most)
    .execute();
  return rows.map(({ studyId }) => studyId);
}

export async function updateAnswersErased(db: Db, studyId: string): Promise<void> {
  await db
    .updateTable('project.studies')
    .set({ answers_erased_at: sql<Date>`now()` })
    .where('study_id', '=', studyId)
    .execute();
}
