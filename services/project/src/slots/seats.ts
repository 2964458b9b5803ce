import { sql } from 'kysely';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

interface Slot {
  studyId: string;
  startsAt: Date;
}

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

/** One conditional update claims the seat, so only one of several callers gets the last one. */
export async function claimSeat(trx: Db, wanted: WantedSlot): Promise<SeatRefusal | undefined> {
  const taken = await seat(trx, wanted);
  return taken.length > 0 ? undefined : seatRefusal(trx, wanted);
}

const seat = prepareQuery((trx: Db, { studyId, startsAt, leadHours, applicationId }: WantedSlot) =>
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

/** The study is not locked, so a concurrent change of its approval may be seen or not. */
const isInApproval = sql<boolean>`exists (
  select from project.studies as study
  where study.study_id = study_slots.study_id and project.is_approved_at(study.ethics, study_slots.starts_at))`;

const isAfterLead = (hours: number) => sql<Date>`now() + ${hours}::int * interval '1 hour'`;

async function seatRefusal(trx: Db, wanted: WantedSlot): Promise<SeatRefusal> {
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
 * A slot without seats is kept, because a job would otherwise close the study before its researcher could
 * add times. Returns the number of bookings that remain.
 */
export async function releaseSeat(
  trx: Db,
  { studyId, startsAt }: Slot,
  { isRemoved = false } = {},
): Promise<number> {
  const row = await trx
    .updateTable('project.study_slots')
    .set((eb) => ({ taken: eb('taken', '-', 1), seats: eb('seats', '-', isRemoved ? 1 : 0) }))
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .returning('taken')
    .executeTakeFirstOrThrow();
  return row.taken;
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
