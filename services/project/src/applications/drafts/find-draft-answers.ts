import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import type { Db } from '../../schema.ts';
import type { DraftOwner } from './queries.ts';

/** The draft answers of a participant to a study. */
export async function findDraftAnswers(
  db: Db,
  { studyId, participantId }: DraftOwner,
): Promise<DraftAnswers | undefined> {
  const row = await db
    .selectFrom('project.begun_answers')
    .select('answers')
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row?.answers;
}
