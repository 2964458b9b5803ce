import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { BegunAnswers } from '@app/contracts/project/begun-answers.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { Db, ProjectTables, StudyState } from '../../schema.ts';

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
