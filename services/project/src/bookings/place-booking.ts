import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Db } from '../schema.ts';
import {
  releaseBookingQuarterHours,
  releaseSlotQuarterHours,
  claimForBooking,
  claimSlotQuarterHours,
} from '../slots/quarter-hour-locks.ts';
import { type SeatRefusal, releaseSeat, lockSlots, claimSeat } from '../slots/seats.ts';
import type { LockedApplication } from './locks.ts';

export type SlotRefusal = SeatRefusal | 'MEETINGS_OVERLAP';

export const meetingEnd = (
  startsAt: Date,
  { durationInMinutes }: Pick<LockedApplication, 'durationInMinutes'>,
) => new Date(startsAt.getTime() + durationInMinutes * MINUTE_MS);

/**
 * The application must be locked. After a refusal, the caller must end the transaction, because it may
 * already hold some locks.
 */
export async function placeBooking(
  trx: Db,
  application: LockedApplication,
  {
    bookingId,
    startsAt,
    replacedStartsAt,
  }: { bookingId: string; startsAt: Date; replacedStartsAt: Date | null },
): Promise<SlotRefusal | undefined> {
  const { studyId, applicationId, researcherId, participantId, leadHours, bufferMinutes } = application;
  if (replacedStartsAt) await lockSlots(trx, studyId, [replacedStartsAt, startsAt]);
  const refusal = await claimSeat(trx, { studyId, startsAt, applicationId, leadHours });
  if (refusal) return refusal;
  const isSlotEmptied =
    replacedStartsAt !== null && (await releaseSeat(trx, { studyId, startsAt: replacedStartsAt })) === 0;
  const endsAt = meetingEnd(startsAt, application);
  const isResearcherFree = await claimSlotQuarterHours(trx, {
    researcherId,
    studyId,
    startsAt,
    until: new Date(endsAt.getTime() + bufferMinutes * MINUTE_MS),
    replacedStartsAt: isSlotEmptied ? replacedStartsAt : undefined,
  });
  if (!isResearcherFree) return 'SLOT_IS_NOT_FREE';
  const own = { startsAt, until: endsAt };
  if (!(await claimForBooking(trx, { participantId, bookingId, ...own }))) return 'MEETINGS_OVERLAP';
  if (isSlotEmptied) await releaseSlotQuarterHours(trx, { studyId, startsAt: replacedStartsAt });
  if (replacedStartsAt) await releaseBookingQuarterHours(trx, bookingId, own);
  return undefined;
}

/**
 * Releases or removes the seat. The quarter-hour locks of the researcher end with the last booking of the
 * slot.
 */
export async function releaseBookingSeat(
  trx: Db,
  { id, studyId, startsAt }: { id: string; studyId: string; startsAt: Date | null },
  seat: { isRemoved?: boolean } = {},
): Promise<void> {
  if (!startsAt) return;
  const taken = await releaseSeat(trx, { studyId, startsAt }, seat);
  if (taken === 0) await releaseSlotQuarterHours(trx, { studyId, startsAt });
  await releaseBookingQuarterHours(trx, id);
}
