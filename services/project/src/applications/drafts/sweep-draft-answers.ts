import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes draft answers that are of no more use: sent, of a closed or deleted study, or 30 days old. Walks the table by its
 * key, so that no statement reads more rows than its batch, and returns how many it has read. Skips rows that are locked.
 * Make one for each sweep: it remembers how far that sweep has come.
 */
export function createDraftAnswersSweep(): (db: Db, most: number) => Promise<number> {
  let after = { studyId: NIL, participantId: NIL };
  return async (db, most) => {
    const { rows } = await sql<{ studyId: string; participantId: string }>`
      with looked_at as materialized (
        select study_id, participant_id from project.begun_answers
        where (study_id, participant_id) > (${after.studyId}::uuid, ${after.participantId}::uuid)
        order by study_id, participant_id limit ${most}
      ), old as (
        select begun.study_id, begun.participant_id
        from project.begun_answers as begun
        join looked_at using (study_id, participant_id)
        join project.studies as study using (study_id)
        where begun.kept_at <= now() - interval '30 days' or study.state = 'CLOSED' or study.deleted_at is not null
          or exists (
            select from project.applications as application
            where application.study_id = begun.study_id and application.applicant_id = begun.participant_id)
        for update of begun skip locked
      ), gone as (
        delete from project.begun_answers as begun using old
        where begun.study_id = old.study_id and begun.participant_id = old.participant_id
      )
      select study_id as "studyId", participant_id as "participantId" from looked_at
      order by study_id, participant_id`.execute(db);
    after = rows.at(-1) ?? after;
    return rows.length;
  };
}
