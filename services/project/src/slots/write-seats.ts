import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface Slot {
  studyId: string;
  startsAt: Date;
}

/** The slot stays even without free seats. Otherwise a job would close the study. */
export async function releaseSeat(
  trx: Db,
  { studyId, startsAt }: Slot,
  { isRemoved = false } = {},
): Promise<void> {
  await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '-', 1), seats: eb('seats', '-', isRemoved ? 1 : 0) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .returning('taken')
    .executeTakeFirstOrThrow();
}

export async function removeFreeSeats(trx: Db, { studyId, startsAt }: Slot): Promise<void> {
  await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ seats: eb.ref('taken') }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .execute();
}

export async function deleteResearcherFreeSlots(trx: Db, researcherId: string): Promise<void> {
  await sql`
    delete from project.study_slots as slot using project.studies as study, project.projects as project
    where study.study_id = slot.study_id and project.project_id = study.project_id
      and project.creator_id = ${researcherId} and slot.taken = 0 and slot.starts_at > now()`.execute(trx);
}

/** Releases the researcher's quarter hours if the slot has no booking left. The caller must lock the slot. */
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

/** The quarter hours of a deleted person must block no one. */
export async function deleteQuarterHours(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.participant_quarter_hours').where('participant_id', '=', userId).execute();
  await trx.deleteFrom('project.researcher_quarter_hours').where('researcher_id', '=', userId).execute();
}
