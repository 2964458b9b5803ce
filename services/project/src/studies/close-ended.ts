import { anyOfIds, transaction } from '@app/kit/database.ts';
import { sql } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { insertNotifications } from '../notifications/write-notifications.ts';
import type { Db } from '../schema.ts';
import { queueClosing } from '../notifications/queue-notifications.ts';

interface EndedStudy {
  id: string;
  name: string;
  creatorId: string;
}

/** The predicate must match the partial index studies_by_end literally. */
export const mayHaveEnded = sql`
  study.state in ('PUBLISHED', 'PAUSED') and study.deleted_at is null and study.ends_at <= now()`;

/**
 * A study stays open while it has a future slot, or until the last day of its survey or of its approval.
 * Locked studies are skipped, so that the job does not wait.
 */
async function updateEnded(trx: Db, most: number): Promise<{ closed: EndedStudy[]; checkedCount: number }> {
  // A statement of its own takes the lock, so that the next one sees slots that were added while it waited.
  const locked = await sql<{ id: string }>`
    select study.study_id as id from project.studies as study where ${mayHaveEnded}
    order by study.ends_at limit ${most} for update of study skip locked`.execute(trx);
  const { rows } = await sql<EndedStudy>`
    with checked as materialized (
      select study.study_id, study.project_id, coalesce((last_day.date + 1)::timestamp at time zone 'UTC', (
        select max(slot.starts_at) from project.study_slots as slot where slot.study_id = study.study_id)) as last_at
      from project.studies as study left join lateral (
        select least(study.closes_on, (study.ethics ->> 'validUntil')::date) as date
      ) as last_day on study.closes_on is not null
      where study.study_id = ${anyOfIds(locked.rows.map(({ id }) => id))}
    ), going_on as (
      update project.studies as study set ends_at = checked.last_at
      from checked where study.study_id = checked.study_id and checked.last_at > now()
    )
    update project.studies as study set state = 'CLOSED', closed_at = now(), version = study.version + 1
    from checked join project.projects as project using (project_id)
    where study.study_id = checked.study_id and coalesce(checked.last_at, '-infinity') <= now()
    returning study.study_id as id, study.name, project.creator_id as "creatorId"`.execute(trx);
  return { closed: rows, checkedCount: locked.rows.length };
}

/** After this, the scheduled job computes the end of the study again. */
export async function resetStudyEnd(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ ends_at: sql<Date>`'-infinity'` })
    .where('study_id', '=', studyId)
    .execute();
}

const BATCH = 200;

export async function closeEndedStudies(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'openStudyCounts'>,
): Promise<void> {
  for (let seen = BATCH; seen === BATCH;) {
    const { closed: ended, checkedCount } = await transaction(deps.db, async (trx) => {
      const checked = await updateEnded(trx, BATCH);
      const studies = checked.closed;
      if (studies.length === 0) return checked;
      for (const { id } of studies) {
        await recordEvent(trx, 'STUDY_CLOSED', { about: id });
        await queueClosing(deps, trx, id);
      }
      await insertNotifications(
        trx,
        studies.map(({ id, name, creatorId }) => ({
          userId: creatorId,
          key: `study-ended:${id}`,
          kind: 'STUDY_ENDED',
          params: { studyId: id, study: name },
        })),
      );
      return checked;
    });
    seen = checkedCount;
    if (ended.length > 0) deps.openStudyCounts.invalidate();
    deps.openPages.notify(ended.map(({ creatorId }) => creatorId));
  }
}
