import { type Transaction, sql } from 'kysely';
import type { bookSlot as endpoint, OwnBooking } from '@app/contracts/project/bookings.ts';
import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';
import { lockSuspension } from '../../suspensions/locks.ts';
import { type LockedApplication, lockOwnApplication, readBookings } from '../locks.ts';
import { queueChangeNotification } from '../notify-of-booking.ts';
import { meetingEnd, placeBooking } from '../booking-seat.ts';
import { insertBooking, updateBooking, updateNumber } from '../write-booking.ts';
import { describeOwnBooking, findOwnBooking } from '../participant-bookings.ts';
import { notify } from '../../notifications/notify.ts';
import { queueOffers, deleteWaiting } from '../waiting-list/waiting-list.ts';
import { parseCallNumber } from '../phone-number.ts';

interface Attempt {
  studyId: string;
  participantId: string;
  slotId: string;
  phoneNumber?: string | undefined;
  isOnWhatsApp?: boolean | undefined;
}

/** Books a time that was offered or reserved, or books again after a cancellation. */
function bookAgain(
  trx: Transaction<ProjectTables>,
  {
    id,
    startsAt,
    endsAt,
    phoneNumber,
    isOnWhatsApp,
    isSameTime,
  }: {
    id: string;
    startsAt: Date;
    endsAt: Date;
    phoneNumber: string | null;
    isOnWhatsApp: boolean;
    isSameTime: boolean;
  },
  cancelled: { sequence: number; moves: number } | undefined,
) {
  return updateBooking(
    trx,
    {
      id,
      from: ['HELD', 'OFFERED', 'CANCELLED_BY_PARTICIPANT'],
      by: 'PARTICIPANT',
      // If the time changes, `placeBooking` has already checked that the study's ethics approval includes it.
      isApproved: isSameTime,
    },
    {
      state: 'BOOKED',
      starts_at: startsAt,
      ends_at: endsAt,
      booked_at: sql<Date>`clock_timestamp()`,
      phone_number: phoneNumber,
      is_on_whatsapp: isOnWhatsApp,
      ...(cancelled && {
        ...cancelled,
        is_late: false,
        excused_at: null,
        confirmed_at: null,
        cancel_reason: null,
      }),
    },
  );
}

/**
 * Uses the reservation, offer or cancelled booking that exists. An offered time already has its seat. A
 * repeated call returns the booking, because the first answer may be lost, and stores the newest number.
 */
export async function bookSlot(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { studyId, participantId, slotId, phoneNumber, isOnWhatsApp }: Attempt,
  { transact, fail }: { transact: Transact<OwnBooking>; fail: Fail<(typeof endpoint)['errors'][number]> },
): Promise<OwnBooking> {
  const startsAt = new Date(slotId);
  const { reply, usersToUpdate } = await transact(deps.db, async (trx, id) => {
    const given =
      phoneNumber === undefined ? undefined : parseCallNumber({ phoneNumber, isOnWhatsApp }, fail);
    const [isSuspended, application, { live, moves, ...bookings }] = await Promise.all([
      lockSuspension(trx, { studyId }),
      lockOwnApplication(trx, { studyId, participantId }),
      readBookings(trx, { studyId, participantId }),
    ]);
    if (!application) return fail('STUDY_NOT_FOUND');
    if (!application.isAccepted) return fail('NOT_ACCEPTED');
    if (application.meetingWay === 'PHONE' && !given) {
      return fail('INVALID_INPUT', [{ rule: 'phoneNumber', field: 'phoneNumber' }]);
    }
    const isSameTime = live?.startsAt?.getTime() === startsAt.getTime();
    if (live && (live.state === 'BOOKED' || live.state === 'CONFIRMED')) {
      if (!isSameTime) return fail('ALREADY_BOOKED');
      const isOther = given && (await updateNumber(trx, live.id, given));
      const own = await findOwnBooking(trx, { bookingId: live.id, participantId });
      return { reply: own!, usersToUpdate: isOther ? [participantId, live.researcherId] : [] };
    }
    if (isSuspended) return fail('STUDY_IS_SUSPENDED');
    if (application.isConsentOutdated) return fail('CONSENT_OUTDATED');
    // An offer ends when its meeting starts, even if the scheduled job has not recorded this yet.
    if (isSameTime && startsAt <= application.now) return fail('SLOT_IS_PAST');
    if (!live && bookings.hasMet) return fail('ALREADY_BOOKED');
    if (!live && moves > MOST_MOVES) return fail('TOO_MANY_MOVES');
    const lastCancelled = live ? undefined : bookings.lastCancelled;
    const before = live ?? lastCancelled;
    const own = before?.id ?? id;
    const sequence = lastCancelled ? lastCancelled.sequence + 1 : (live?.sequence ?? 0);
    if (!isSameTime) {
      const wanted = { bookingId: own, startsAt, replacedStartsAt: live?.startsAt ?? null };
      const refusal = await placeBooking(trx, application, wanted);
      if (refusal) return fail(refusal);
    }
    const time = { startsAt, endsAt: meetingEnd(startsAt, application) };
    const number = given ?? { phoneNumber: null, isOnWhatsApp: false };
    const changed = { bookingId: own, sequence, startsAt, cancelledStart: lastCancelled?.startsAt };
    const [row] = await Promise.all([
      before
        ? bookAgain(trx, { ...time, ...number, id: own, isSameTime }, lastCancelled && { sequence, moves })
        : insertBooking(
            trx,
            { ...application, ...time, ...number, id, state: 'BOOKED', expiresAt: null },
            'PARTICIPANT',
          ),
      before && deleteWaiting(trx, { studyId, participantId }),
      notifyOfBooking(deps, trx, application, changed),
    ]);
    if (!row) return fail('SLOT_NOT_FOUND');
    if (live?.startsAt && !isSameTime) await queueOffers(deps, trx, studyId);
    return { reply: describeOwnBooking(row), usersToUpdate: [participantId, application.researcherId] };
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return reply;
}

async function notifyOfBooking(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  application: LockedApplication,
  booking: { bookingId: string; sequence: number; startsAt: Date; cancelledStart: Date | null | undefined },
): Promise<void> {
  const { studyId, participantId, researcherId, publicName, studyName, now } = application;
  const { bookingId, sequence, startsAt, cancelledStart } = booking;
  const about = `${bookingId}:${sequence}`;
  const params = { studyId, startsAt: startsAt.toISOString() };
  await Promise.all([
    queueChangeNotification(deps, trx, { bookingId, sequence, starts: [startsAt, cancelledStart], now }),
    notify(deps, trx, [
      { userId: participantId, about, kind: 'MEETING_BOOKED', params: { ...params, study: publicName } },
      { userId: researcherId, about, kind: 'TIME_BOOKED', params: { ...params, study: studyName } },
    ]),
  ]);
}
