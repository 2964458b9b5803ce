import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { BegunAnswers } from '@app/contracts/project/begun-answers.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { Db, ProjectTables, StudyState } from '../schema.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

export interface Beginner {
  studyId: string;
  participantId: string;
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** Also while it is paused or full: it may open again. */
const mayBeAnswered = (eb: StudyRow) =>
  eb.and([
    eb('study.state', 'in', ['PUBLISHED', 'PAUSED'] satisfies StudyState[]),
    eb('study.deleted_at', 'is', null),
  ]);

export async function findQuestions(db: Db, studyId: string): Promise<ScreenerQuestion[] | undefined> {
  const row = await db
    .selectFrom('project.studies as study')
    .select('study.screeners')
    .where('study.study_id', '=', studyId)
    .where(mayBeAnswered)
    .executeTakeFirst();
  return row?.screeners;
}

/**
 * Adds to what was kept before; a newer answer takes the place of the older one to the same question. Whoever has applied, and a
 * study that is closed or deleted, leave nothing to keep. An application or a closing at this very moment is not seen: what is
 * kept beside it is told to nobody, and swept.
 */
export async function upsertBegunAnswers(
  db: Db,
  { studyId, participantId }: Beginner,
  answers: BegunAnswers,
): Promise<void> {
  await db
    .with('study', (cte) =>
      cte
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.study_id', '=', studyId)
        .where(mayBeAnswered)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('project.applications as application')
                .select('application.application_id')
                .where('application.study_id', '=', studyId)
                .where('application.applicant_id', '=', participantId),
            ),
          ),
        )
        .forKeyShare('study'),
    )
    .insertInto('project.begun_answers')
    .columns(['study_id', 'participant_id', 'answers'])
    .expression((eb) =>
      eb
        .selectFrom('study')
        .select([
          'study.study_id',
          sql<string>`${participantId}::uuid`.as('participant_id'),
          sql<string>`${JSON.stringify(answers)}::jsonb`.as('answers'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['study_id', 'participant_id']).doUpdateSet((eb) => ({
        answers: sql<string>`begun_answers.answers || ${eb.ref('excluded.answers')}`,
        kept_at: sql<Date>`now()`,
      })),
    )
    .execute();
}

export async function findBegunAnswers(
  db: Db,
  { studyId, participantId }: Beginner,
): Promise<BegunAnswers | undefined> {
  const row = await db
    .selectFrom('project.begun_answers')
    .select('answers')
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row?.answers;
}

/**
 * Deletes those that nobody goes on with: they were sent, their study is closed or deleted, or they lay for a month. Goes through
 * all of them by their key, so that no statement looks at more than its own rows; gives how many it has looked at. Answers that
 * are kept anew at this moment are passed over. For one sweep: it knows how far that has come.
 */
export function createBegunSweep(): (db: Db, most: number) => Promise<number> {
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
