import { sql } from 'kysely';
import { ready } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

interface Slot {
  studyId: string;
  startsAt: Date;
}

/** A slot as somebody wants it. */
interface WantedSlot extends Slot {
  applicationId: string;
  leadHours: number;
}

export type SeatRefusal =
  | 'SLOT_NOT_FOUND'
  | 'SLOT_IS_FULL'
  | 'SLOT_IS_PAST'
  | 'SLOT_IS_TOO_SOON'
  | 'SLOT_IS_NOT_FREE';

const isRefused = ({ applicationId, startsAt }: WantedSlot) => sql<boolean>`exists (
  select from project.refused_slots
  where application_id = ${applicationId}::uuid and starts_at = ${startsAt}::timestamptz)`;

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
export async function takeSeat(trx: Db, wanted: WantedSlot): Promise<SeatRefusal | undefined> {
  const taken = await seat(trx, wanted);
  return taken.length > 0 ? undefined : whyNot(trx, wanted);
}

const seat = ready((trx: Db, { studyId, startsAt, leadHours, applicationId }: WantedSlot) =>
  trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .where('starts_at', '>', isAfterLead(leadHours))
    .whereRef('taken', '<', 'seats')
    .where(isInApproval)
    .where((eb) => eb.not(isRefused({ studyId, startsAt, leadHours, applicationId })))
    .returning('taken'),
);

/** Of the slots themselves, whose study nobody holds: an approval that is shortened at the same moment comes before or after. */
const isInApproval = sql<boolean>`exists (
  select from project.studies as study
  where study.study_id = study_slots.study_id and project.is_approved_at(study.ethics, study_slots.starts_at))`;

const isAfterLead = (hours: number) => sql<Date>`now() + ${hours}::int * interval '1 hour'`;

async function whyNot(trx: Db, wanted: WantedSlot): Promise<SeatRefusal> {
  const { studyId, startsAt, leadHours } = wanted;
  const slot = await trx
    .selectFrom('project.study_slots')
    .select([
      sql<boolean>`starts_at <= now()`.as('isPast'),
      sql<boolean>`starts_at <= ${isAfterLead(leadHours)}`.as('isTooSoon'),
      isRefused(wanted).as('isRefused'),
    ])
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .where('seats', '>', 0)
    .where(isInApproval)
    .executeTakeFirst();
  if (!slot) return 'SLOT_NOT_FOUND';
  if (slot.isPast) return 'SLOT_IS_PAST';
  if (slot.isTooSoon) return 'SLOT_IS_TOO_SOON';
  return slot.isRefused ? 'SLOT_IS_NOT_FREE' : 'SLOT_IS_FULL';
}

/**
 * Gives a seat back, or takes it off the slot, and says how many of the slot are taken then. A slot without seats stays until its
 * time: the clock closes a study that has none ahead, and its researcher may add others first.
 */
export async function giveSeatBack(
  trx: Db,
  { studyId, startsAt }: Slot,
  { isGone = false } = {},
): Promise<number> {
  const row = await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '-', 1), seats: eb('seats', '-', isGone ? 1 : 0) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .returning('taken')
    .executeTakeFirstOrThrow();
  return row.taken;
}

/** Takes the free seats off a slot: nobody else comes to it. */
export async function removeFreeSeats(trx: Db, { studyId, startsAt }: Slot): Promise<void> {
  await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ seats: eb.ref('taken') }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .execute();
}

/** The free times ahead of a researcher who is gone: they may not be taken. */
export async function deleteFreeSlotsOf(trx: Db, researcherId: string): Promise<void> {
  await sql`
    delete from project.study_slots as slot using project.studies as study, project.projects as project
    where study.study_id = slot.study_id and project.project_id = study.project_id
      and project.creator_id = ${researcherId} and slot.taken = 0 and slot.starts_at > now()`.execute(trx);
}
