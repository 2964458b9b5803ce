import { type ExpressionBuilder, sql } from 'kysely';
import type { DraftAnswers, saveDraftAnswers as endpoint } from '@app/contracts/project/draft-answers.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { recordAnswerStart } from '../../funnel/record-views.ts';
import type { Db, ProjectTables, StudyState } from '../../schema.ts';

interface DraftOwner {
  studyId: string;
  participantId: string;
}

/** The questions of a published study never change, so they may be read before the transaction. */
export async function saveDraftAnswers(
  { db }: Pick<Deps, 'db'>,
  { answers, ...owner }: DraftOwner & { answers: DraftAnswers },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const questions = await findQuestions(db, owner.studyId);
  if (!questions) return fail('STUDY_NOT_FOUND');
  if (!areOfThese(questions, answers)) {
    return fail('INVALID_INPUT', [{ rule: 'notAnOption', field: 'answers' }]);
  }
  await upsertDraftAnswers(db, owner, answers);
  await recordAnswerStart(db, owner);
}

function areOfThese(questions: readonly ScreenerQuestion[], answers: DraftAnswers): boolean {
  const choices = new Map(
    questions.map(({ id, options }) => [id, new Set(options.map((option) => option.id))]),
  );
  return Object.entries(answers).every(([question, option]) => choices.get(question)?.has(option));
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** Answers can also be saved for paused and full studies, because these may open again. */
const mayBeAnswered = (eb: StudyRow) =>
  eb.and([
    eb('study.state', 'in', ['PUBLISHED', 'PAUSED'] satisfies StudyState[]),
    eb('study.deleted_at', 'is', null),
  ]);

async function findQuestions(db: Db, studyId: string): Promise<ScreenerQuestion[] | undefined> {
  const row = await db
    .selectFrom('project.studies as study')
    .select('study.screeners')
    .where('study.study_id', '=', studyId)
    .where(mayBeAnswered)
    .executeTakeFirst();
  return row?.screeners;
}

/** If several changes come at once, an unused row may stay. The retention job deletes it. */
async function upsertDraftAnswers(
  db: Db,
  { studyId, participantId }: DraftOwner,
  answers: DraftAnswers,
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
    .insertInto('project.draft_answers')
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
        answers: sql<string>`draft_answers.answers || ${eb.ref('excluded.answers')}`,
        kept_at: sql<Date>`now()`,
      })),
    )
    .execute();
}
