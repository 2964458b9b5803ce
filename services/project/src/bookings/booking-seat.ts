import { sql } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';
import { releaseBookingQuarterHours, releaseEmptySlot, releaseSeat } from '../slots/write-seats.ts';
import type { LockedApplication } from './locks.ts';

export type SlotRefusal =
  | 'SLOT_NOT_FOUND'
  | 'SLOT_IS_FULL'
  | 'SLOT_IS_PAST'
  | 'SLOT_IS_TOO_SOON'
  | 'SLOT_IS_NOT_FREE'
  | 'MEETINGS_OVERLAP';

export const meetingEnd = (
  startsAt: Date,
  { durationInMinutes }: Pick<LockedApplication, 'durationInMinutes'>,
) => new Date(startsAt.getTime() + durationInMinutes * MINUTE_MS);

interface Wanted {
  bookingId: string;
  startsAt: Date;
  replacedStartsAt: Date | null;
}

/**
 * The caller must lock the application. If this refuses, the caller must end the transaction, which may
 * already have some locks.
 */
export async function placeBooking(
  trx: Db,
  application: LockedApplication,
  wanted: Wanted,
): Promise<SlotRefusal | undefined> {
  const endsAt = meetingEnd(wanted.startsAt, application);
  const [placed] = await place(trx, { ...application, ...wanted, endsAt });
  return placed?.refusal ?? undefined;
}

const place = prepareQuery((trx: Db, given: LockedApplication & Wanted & { endsAt: Date }) =>
  trx.selectNoFrom(
    sql<SlotRefusal | null>`project.place_booking(${given.bookingId}, ${given.applicationId}, ${given.studyId},
      ${given.participantId}, ${given.researcherId}, ${given.startsAt}, ${given.endsAt},
      ${given.bufferMinutes}::int * interval '1 minute', ${given.leadHours}::int * interval '1 hour',
      ${given.replacedStartsAt})`.as('refusal'),
  ),
);

/** When the last booking of the slot ends, its quarter-hour locks on the researcher end too. */
export async function releaseBookingSeat(
  trx: Db,
  { id, studyId, startsAt }: { id: string; studyId: string; startsAt: Date | null },
  seat: { isRemoved?: boolean } = {},
): Promise<void> {
  if (!startsAt) return;
  await Promise.all([
    releaseSeat(trx, { studyId, startsAt }, seat),
    releaseEmptySlot(trx, { studyId, startsAt }),
    releaseBookingQuarterHours(trx, id),
    trx.deleteFrom('project.proof_words').where('booking_id', '=', id).execute(),
  ]);
}
