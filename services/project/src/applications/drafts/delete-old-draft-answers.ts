import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import type { Db } from '../../schema.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes draft answers that are of no more use: sent, of a closed or deleted study, or old. Walks the whole table by its key, so
 * that no statement reads more rows than a batch, and returns how many went. Skips rows that are locked.
 */
export async function deleteOldDraftAnswers(db: Db, batch: number): Promise<number> {
  let all = 0;
  for (let after = { studyId: NIL, participantId: NIL }; ;) {
    const { rows } = await sql<{ studyId: string; participantId: string; gone: number }>`
      with looked_at as materialized (
        select study_id, participant_id from project.begun_answers
        where (study_id, participant_id) > (${after.studyId}::uuid, ${after.participantId}::uuid)
        order by study_id, participant_id limit ${batch}
      ), old as (
        select begun.study_id, begun.participant_id
        from project.begun_answers as begun
        join looked_at using (study_id, participant_id)
        join project.studies as study using (study_id)
        where begun.kept_at <= ${ago(RETENTION.draftAnswers)}
          or study.state = 'CLOSED' or study.deleted_at is not null
          or exists (
            select from project.applications as application
            where application.study_id = begun.study_id and application.applicant_id = begun.participant_id)
        for update of begun skip locked
      ), gone as (
        delete from project.begun_answers as begun using old
        where begun.study_id = old.study_id and begun.participant_id = old.participant_id
        returning 1
      )
      select study_id as "studyId", participant_id as "participantId",
        (select count(*)::int from gone) as gone
      from looked_at order by study_id desc, participant_id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return all;
    all += last.gone;
    after = last;
  }
}
