import { sql } from 'kysely';
import type { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import type { Db } from '../schema.ts';

export type ViewSource = (typeof VIEW_SOURCES)[number];

interface Viewer {
  studyId: string;
  participantId: string;
}

/** Anyone can add `from=invitation` to an address, so it is recorded only for invited people. */
export async function recordView(
  db: Db,
  { studyId, participantId, source }: Viewer & { source: ViewSource },
): Promise<void> {
  // If the study has just been deleted, no row is inserted.
  await sql`
    insert into project.study_views (study_id, participant_id, source)
    select study_id, ${participantId}::uuid,
      case when ${source}::text = 'INVITATION' and not exists (
        select from project.invited_people as invited
        where invited.study_id = study.study_id and invited.participant_id = ${participantId}::uuid
      ) then 'LINK' else ${source}::text end
    from project.studies as study where study_id = ${studyId}
    on conflict do nothing`.execute(db);
}

export async function recordAnswerStart(db: Db, { studyId, participantId }: Viewer): Promise<void> {
  await db
    .updateTable('project.study_views')
    .set({ began_on: sql<string>`(now() at time zone 'UTC')::date` })
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .where('began_on', 'is', null)
    .execute();
}

export async function deleteStudyViews(trx: Db, participantId: string): Promise<void> {
  await trx.deleteFrom('project.study_views').where('participant_id', '=', participantId).execute();
}

export async function deleteViewsOfStudy(db: Db, studyId: string): Promise<void> {
  await db.deleteFrom('project.study_views').where('study_id', '=', studyId).execute();
}
