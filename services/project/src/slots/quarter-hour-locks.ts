import type { Db } from '../schema.ts';

/** Releases the researcher's quarter hours if the slot, which must be locked, has no booking left. */
export async function releaseEmptySlot(
  trx: Db,
  { studyId, startsAt }: { studyId: string; startsAt: Date },
): Promise<void> {
  await trx
    .deleteFrom('project.researcher_quarter_hours as busy')
    .using('project.study_slots as slot')
    .whereRef('slot.study_id', '=', 'busy.study_id')
    .whereRef('slot.starts_at', '=', 'busy.starts_at')
    .where('slot.taken', '=', 0)
    .where('busy.study_id', '=', studyId)
    .where('busy.starts_at', '=', startsAt)
    .execute();
}

export async function releaseBookingQuarterHours(trx: Db, bookingId: string): Promise<void> {
  await trx.deleteFrom('project.participant_quarter_hours').where('booking_id', '=', bookingId).execute();
}

/** Quarter hours of people who left are deleted, so that they do not block others. */
export async function deleteQuarterHours(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.participant_quarter_hours').where('participant_id', '=', userId).execute();
  await trx.deleteFrom('project.researcher_quarter_hours').where('researcher_id', '=', userId).execute();
}
