import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface Slot {
  studyId: string;
  startsAt: Date;
}

/** Takes row locks on slots in ascending order, so that two concurrent reschedules do not deadlock. */
export async function lockSlots(trx: Db, studyId: string, instants: readonly Date[]): Promise<void> {
  await trx
    .selectFrom('project.study_slots')
    .select('starts_at')
    .where('study_id', '=', studyId)
    .where('starts_at', 'in', instants)
    .orderBy('starts_at')
    .forUpdate()
    .execute();
}

/** A slot without seats is kept, because a job would otherwise close the study. */
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
