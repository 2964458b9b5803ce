import type { BegunAnswers } from '@app/contracts/project/begun-answers.ts';
import type { Db } from '../../schema.ts';
import type { Beginner } from './queries.ts';

/** What a participant has begun to answer and not sent. */
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
