import { sql } from 'kysely';
import type { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

/**
 * If the study's details change, past slots keep the old ones. The locks wait for bookings in progress, and
 * only then is the clock read.
 */
export async function updateStudySlots(
  trx: Db,
  studyId: string,
  { before, isOtherPlace }: { before: MeetingDetails; isOtherPlace: boolean },
): Promise<void> {
  await sql`
    with locked as materialized (
      select starts_at from project.study_slots where study_id = ${studyId} and meeting_details is null
      order by starts_at for update
    )
    update project.study_slots as slot set
      meeting_details = case when slot.starts_at <= clock_timestamp() then ${JSON.stringify(before)}::jsonb end,
      place_changed_at = case when ${isOtherPlace}::boolean and slot.starts_at > clock_timestamp() then clock_timestamp()
        else slot.place_changed_at end
    from locked where slot.study_id = ${studyId} and slot.starts_at = locked.starts_at`.execute(trx);
}

export async function lockSlotDetails(trx: Db, studyId: string, slotId: string) {
  return trx
    .selectFrom('project.study_slots')
    .select(['meeting_details as details', 'room', sql<boolean>`starts_at <= clock_timestamp()`.as('isPast')])
    .where('study_id', '=', studyId)
    .where('starts_at', '=', new Date(slotId))
    .where('seats', '>', 0)
    .forUpdate()
    .executeTakeFirst();
}

/** A slot without details has those of the study. */
export async function updateSlotDetails(
  trx: Db,
  { studyId, slotId }: { studyId: string; slotId: string },
  { details, isOtherPlace }: { details: MeetingDetails | null; isOtherPlace: boolean },
): Promise<void> {
  await trx
    .updateTable('project.study_slots')
    .set({
      meeting_details: details && JSON.stringify(details),
      ...(isOtherPlace && { place_changed_at: sql<Date>`clock_timestamp()` }),
    })
    .where('study_id', '=', studyId)
    .where('starts_at', '=', new Date(slotId))
    .execute();
}

export async function eraseSlotDetails(trx: Db, studyIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('project.study_slots')
    .set({ meeting_details: null })
    .where('study_id', '=', anyOfIds(studyIds))
    .where('meeting_details', 'is not', null)
    .execute();
}
