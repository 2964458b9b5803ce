import { sql } from 'kysely';
import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';
import { compileOnce } from '@app/kit/compile-once.ts';
import type { News, NewsValues } from '../../inbox/insert-notification.ts';
import { insertNewsIfAny, valuesOfNews } from '../../inbox/insert-notification.ts';
import type { Db } from '../../schema.ts';
import { standingOf } from '../../studies/standing.ts';

interface NewApplication {
  id: string;
  studyId: string;
  applicantId: string;
  responses: StudyApplication['responses'];
  isQualified: boolean;
  appliedAt?: Date;
}

const insertedApplication = compileOnce(
  (
    value: Omit<NewApplication, 'responses' | 'appliedAt'> &
      NewsValues & { responsesAsText: string; appliedAt: Date | null },
    db: Db,
  ) =>
    db
      .with('study', (cte) =>
        cte
          .selectFrom('project.studies')
          .select(['study_id', 'state', 'is_open'])
          .where('study_id', '=', value.studyId)
          .where('state', '<>', 'DRAFT')
          .where('deleted_at', 'is', null)
          .forShare(),
      )
      .with('applied', (cte) =>
        cte
          .insertInto('project.applications')
          .columns(['application_id', 'study_id', 'applicant_id', 'responses', 'is_qualified', 'applied_at'])
          .expression(
            cte
              .selectFrom('study')
              .select([
                sql<string>`${value.id}::uuid`.as('application_id'),
                'study.study_id',
                sql<string>`${value.applicantId}::uuid`.as('applicant_id'),
                sql<string>`${value.responsesAsText}::jsonb`.as('responses'),
                sql<boolean>`${value.isQualified}::boolean`.as('is_qualified'),
                sql<Date>`coalesce(${value.appliedAt}::timestamptz, now())`.as('applied_at'),
              ])
              .where('study.is_open', '=', true),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning(['study_id', 'applied_at']),
      )
      .with('told', () => insertNewsIfAny('applied', value))
      .selectFrom('study')
      .leftJoin('applied', 'applied.study_id', 'study.study_id')
      .select(['study.state', 'study.is_open as isOpen', 'applied.applied_at as appliedAt']),
);

/**
 * Inserts an application and its notification in one statement, which saves the three round trips of a transaction.
 * Returns how the study stands and when the application came in: null if the study is not open or the person has applied
 * before. Undefined if participants cannot see the study. The unique key decides (D-29); the lock keeps the study from being
 * paused, filled, closed or deleted meanwhile.
 */
export async function insertApplication(
  db: Db,
  { responses, appliedAt, ...rest }: NewApplication,
  news?: News,
): Promise<{ standing: StudyStanding; appliedAt: Date | null } | undefined> {
  const responsesAsText = JSON.stringify(responses);
  const values = { ...rest, ...valuesOfNews(news), responsesAsText, appliedAt: appliedAt ?? null };
  const [row] = await insertedApplication(db, values);
  return row && { standing: standingOf(row), appliedAt: row.appliedAt };
}
