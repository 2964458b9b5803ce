import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { anyOfIds, transaction } from '@app/kit/database.ts';
import { ago } from '@app/kit/retention-job.ts';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { lockExpiredProjects } from '../projects/locks.ts';
import { eraseProjects } from '../projects/write-project.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { eraseSlotDetails } from '../slots/slot-details.ts';
import { deleteFreeSlots } from '../slots/write-slots.ts';
import { hasNoApplicant, studiesRestorableSince } from './delete-study.ts';
import { queueClosing } from '../notifications/queue-notifications.ts';

export async function deleteOldDeletedStudies(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.deleted_at', '<=', studiesRestorableSince())
        // A study with money in its budget stays, because its row shows which researcher gets the refund.
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
        // A study that was deleted with its project is also erased or restored with it.
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
        // A node of the previous version may let people apply to a deleted study.
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

/** The public name, the questions, the consent texts and the meeting times stay, for the applicants. */
async function eraseStudyRows(trx: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from project.studies as study where ${which} and not exists (
      select from project.applications as application where application.study_id = study.study_id)`.execute(
    trx,
  );
  await sql`
    update project.studies as study
    set name = public_name, description = '', company_name = null, meeting_details = '{}', ethics = null,
      survey = survey || '{"address": ""}'
    where ${which}`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select study_id as id from project.studies as study where ${which}`.execute(trx);
  await eraseSlotDetails(
    trx,
    rows.map(({ id }) => id),
  );
  await sql`
    delete from project.study_consents as consent using project.studies as study
    where consent.study_id = study.study_id and ${which} and not exists (
      select from project.applications as application join project.consent_agreements as given using (application_id)
      where application.study_id = consent.study_id and given.version = consent.version)`.execute(trx);
}

/** Also closes studies that were published after the list was read. */
export async function eraseStudies(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  userId: string,
): Promise<void> {
  const own = sql`study.project_id in (select project_id from project.projects where creator_id = ${userId})`;
  const { rows } = await sql<{ id: string }>`
    update project.studies as study set state = 'CLOSED', closed_at = now(), version = study.version + 1
    where ${own} and study.state in ('PUBLISHED', 'PAUSED') returning study.study_id as id`.execute(trx);
  await eraseStudyRows(trx, own);
  for (const { id } of rows) await queueClosing({ jobs }, trx, id);
}

export async function eraseOldProjects(db: Db, most: number): Promise<number> {
  const eraseSome = async (trx: Db) => {
    const ids = await lockExpiredProjects(trx, most);
    if (ids.length === 0) return 0;
    await eraseStudyRows(trx, sql`study.project_id = ${anyOfIds(ids)}`);
    await eraseProjects(trx, { projectIds: ids });
    return ids.length;
  };
  // A dry run of the retention job is already in a transaction.
  return db.isTransaction ? eraseSome(db) : transaction(db, eraseSome);
}

const slotRetentionEnd = ago(RETENTION.timesOfStudies);

export async function deleteOldSlots(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ studyId: string; endedLongAgo: boolean }>`
    select study_id as "studyId", coalesce((
      select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id
    ), '-infinity') < ${slotRetentionEnd} as "endedLongAgo"
    from project.studies as study
    where state = 'CLOSED' and ends_at < 'infinity' and ends_at < ${slotRetentionEnd} limit ${most}`.execute(
    db,
  );
  const longEnded = rows.filter(({ endedLongAgo }) => endedLongAgo).map(({ studyId }) => studyId);
  await deleteFreeSlots(db, longEnded);
  // The studies are changed last, so that a run that was interrupted is repeated. If there are no slots,
  // `max` is null.
  await sql`
    update project.studies as study
    set ends_at = case when study_id = ${anyOfIds(longEnded)} then 'infinity' else coalesce((
      select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id), '-infinity') end
    where study_id in (
      select study_id from project.studies where study_id = ${anyOfIds(rows.map(({ studyId }) => studyId))}
      for no key update skip locked)`.execute(db);
  return rows.length;
}

/** Researchers may write remarks after the erasure, so it is repeated after this time. */
const ERASURE_REPEAT = { days: 30 };

/**
 * Leaves out studies with a booking that is not finished, because the researcher or the admin needs the
 * answers.
 */
export async function findLongClosedStudies(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.studies as study')
    .select('study_id as studyId')
    .where('state', '=', 'CLOSED')
    .where('closed_at', '<', ago(RETENTION.answersOfStudies))
    .where((eb) =>
      eb.or([eb('answers_erased_at', 'is', null), eb('answers_erased_at', '<', ago(ERASURE_REPEAT))]),
    )
    .where(
      sql<boolean>`not exists (select from project.unfinished_bookings as booking where booking.study_id = study.study_id)
        and not exists (select from project.submissions as submission where submission.study_id = study.study_id
          and project.is_undecided(submission, ${OPEN_HOURS}::int))`,
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
