import { eraseAnswersOfStudy } from '../applications/erase-answers.ts';
import { areMeetingsOver, eraseMessagesOfStudy } from '../bookings/erase-bookings.ts';
import { deleteMessagesOfStudy } from '../messages/delete-messages.ts';
import { deleteViewsOfStudy } from '../funnel/note-views.ts';
import type { Db } from '../schema.ts';
import { findLongClosed, updateAnswersErased } from '../studies/erased-answers.ts';

/**
 * Of studies that closed long ago, so many of them: what people answered, what both sides wrote, and who looked. Gives how many
 * they were. One whose meetings are not over waits. Its researcher is about to meet people by their answers, or the
 * admin decides by their words.
 */
export async function eraseOldAnswers(db: Db, most: number): Promise<number> {
  const studies = await findLongClosed(db, most, areMeetingsOver);
  for (const studyId of studies) {
    await eraseAnswersOfStudy(db, studyId);
    await eraseMessagesOfStudy(db, studyId);
    await deleteMessagesOfStudy(db, studyId);
    await deleteViewsOfStudy(db, studyId);
    // Last, so that one that fails is done again.
    await updateAnswersErased(db, studyId);
  }
  return studies.length;
}
