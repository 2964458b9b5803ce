import { sql } from 'kysely';
import { ready } from '@app/kit/ready.ts';
import type { Db } from '../schema.ts';

interface Slot {
  studyId: string;
  startsAt: Date;
}

export type SeatRefusal = 'SLOT_NOT_FOUND' | 'SLOT_IS_FULL' | 'SLOT_IS_PAST' | 'SLOT_IS_TOO_SOON';

/** Holds slots of one study, oldest first, so that two who move between the same ones do not wait for each other. */
export async function holdSlots(trx: Db, studyId: string, instants: readonly Date[]): Promise<void> {
  await trx
    .selectFrom('project.study_slots')
    .select('starts_at')
    .where('study_id', '=', studyId)
    .where('starts_at', 'in', instants)
    .orderBy('starts_at')
    .forUpdate()
    .execute();
}

/** Takes a seat by one conditional update; of any number who ask for the last one, one has it. */
export async function takeSeat(trx: Db, slot: Slot, leadHours: number): Promise<SeatRefusal | undefined> {
  const taken = await seat(trx, { ...slot, leadHours });
  return taken.length > 0 ? undefined : whyNot(trx, slot, leadHours);
}

const seat = ready((trx: Db, { studyId, startsAt, leadHours }: Slot & { leadHours: number }) =>
  trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .where('starts_at', '>', isAfterLead(leadHours))
    .whereRef('taken', '<', 'seats')
    .returning('taken'),
);

const isAfterLead = (hours: number) => sql<Date>`now() + ${hours}::int * interval '1 hour'`;

async function whyNot(trx: Db, { studyId, startsAt }: Slot, leadHours: number): Promise<SeatRefusal> {
  const slot = await trx
    .selectFrom('project.study_slots')
    .select([
      sql<boolean>`starts_at <= now()`.as('isPast'),
      sql<boolean>`starts_at <= ${isAfterLead(leadHours)}`.as('isTooSoon'),
    ])
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .executeTakeFirst();
  if (!slot) return 'SLOT_NOT_FOUND';
  if (slot.isPast) return 'SLOT_IS_PAST';
  return slot.isTooSoon ? 'SLOT_IS_TOO_SOON' : 'SLOT_IS_FULL';
}

/** Gives a seat back, and says how many of the slot are taken then. */
export async function giveSeatBack(trx: Db, { studyId, startsAt }: Slot): Promise<number> {
  const row = await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .returning('taken')
    .executeTakeFirstOrThrow();
  return row.taken;
}

/** The free times ahead of a researcher who is gone: they may not be taken. */
export async function deleteFreeSlotsOf(trx: Db, researcherId: string): Promise<void> {
  await sql`
    delete from project.study_slots as slot using project.studies as study, project.projects as project
    where study.study_id = slot.study_id and project.project_id = study.project_id
      and project.creator_id = ${researcherId} and slot.taken = 0 and slot.starts_at > now()`.execute(trx);
}
