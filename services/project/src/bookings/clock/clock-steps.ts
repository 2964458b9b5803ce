import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { remindOfDisputes } from '../attendance/disputes.ts';
import { endUnmarked, notifyOfFinalMarks } from '../attendance/settle-marks.ts';
import { holdBooking } from '../locks.ts';
import { forgetNumbers } from '../phone-number.ts';
import { offerToAll } from '../waiting/offer-seats.ts';
import { queueOffers } from '../waiting/waiting-list.ts';
import { unplaceBooking, updateBooking } from '../write-booking.ts';
import { sendReminders } from './send-reminders.ts';

/** So many of a kind in one run; the next one is a minute later. */
const BATCH = 500;

type ClockDeps = Pick<Deps, 'db' | 'jobs' | 'openPages' | 'config'>;

/** What the clock of meetings does to bookings, in this order. */
export const clockSteps: readonly ((deps: ClockDeps) => Promise<void>)[] = [
  lapseOffers,
  notifyOfFinalMarks,
  endUnmarked,
  forgetNumbers,
  sendReminders,
  remindOfDisputes,
  offerToAll,
];

/** Places and offers that have expired. */
export async function findExpired({ db }: Pick<Deps, 'db'>, state: 'HELD' | 'OFFERED') {
  return db
    .selectFrom('project.bookings')
    .select([
      'booking_id as bookingId',
      'participant_id as participantId',
      'application_id as applicationId',
      'study_id as studyId',
    ])
    .where('state', '=', state)
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(BATCH)
    .execute();
}

/** An offer that was not taken: its seat goes to the next in line. */
async function lapseOffers(deps: ClockDeps): Promise<void> {
  for (const { bookingId: id, participantId } of await findExpired(deps, 'OFFERED')) {
    await transaction(deps.db, async (trx) => {
      const held = await holdBooking(trx, { bookingId: id });
      if (!held) return;
      const { application, booking } = held;
      if (booking.state !== 'OFFERED' || !booking.expiresAt || booking.expiresAt > application.now) return;
      await unplaceBooking(trx, booking);
      await updateBooking(trx, { id, from: ['OFFERED'], by: 'CLOCK' }, { state: 'LAPSED' });
      await queueOffers(deps, trx, booking.studyId);
    });
    deps.openPages.notifyMoved([participantId]);
  }
}
