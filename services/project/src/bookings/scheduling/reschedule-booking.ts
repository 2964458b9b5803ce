import { sql } from 'kysely';
import type { rescheduleBooking as endpoint, OwnBooking } from '@app/contracts/project/bookings.ts';
import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { lockSuspension } from '../../suspensions/locks.ts';
import { lockBooking } from '../locks.ts';
import { queueChangeNotification } from '../notify-of-booking.ts';
import { meetingEnd, placeBooking } from '../booking-seat.ts';
import { updateBooking } from '../write-booking.ts';
import { describeOwnBooking, findOwnBooking } from '../participant-bookings.ts';
import { MEETING_STATES, countsAsLate, isOneOf } from '../states.ts';
import { notify } from '../../notifications/notify.ts';
import { queueOffers } from '../waiting-list/waiting-list.ts';

/** The entry in calendars stays the same. Its sequence grows. */
export async function rescheduleBooking(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { slotId, ...own }: { bookingId: string; participantId: string; slotId: string },
  { transact, fail }: { transact: Transact<OwnBooking>; fail: Fail<(typeof endpoint)['errors'][number]> },
): Promise<OwnBooking> {
  const startsAt = new Date(slotId);
  const { reply, usersToUpdate } = await transact(deps.db, async (trx) => {
    const [isSuspended, locked] = await Promise.all([
      lockSuspension(trx, { bookingId: own.bookingId }),
      lockBooking(trx, own),
    ]);
    if (!locked) return fail('BOOKING_NOT_FOUND');
    const { application, booking } = locked;
    const before = booking.startsAt;
    if (!before || !isOneOf(MEETING_STATES, booking.state)) return fail('BOOKING_HAS_ENDED');
    if (before.getTime() === startsAt.getTime())
      return { reply: (await findOwnBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND'), usersToUpdate: [] };
    if (before <= application.now) return fail('BOOKING_HAS_ENDED');
    if (isSuspended) return fail('STUDY_IS_SUSPENDED');
    if (application.isConsentOutdated) return fail('CONSENT_OUTDATED');
    const moves = booking.moves + (booking.isPlaceChanged ? 0 : 1);
    if (moves > MOST_MOVES) return fail('TOO_MANY_MOVES');
    const wanted = { bookingId: booking.id, startsAt, replacedStartsAt: before };
    const refusal = await placeBooking(trx, application, wanted);
    if (refusal) return fail(refusal);
    const { studyId, researcherId, participantId, publicName, studyName } = application;
    const sequence = booking.sequence + 1;
    const params = { studyId, startsAt: startsAt.toISOString() };
    const about = `${booking.id}:${sequence}:${before.toISOString()}`;
    const starts = [before, startsAt];
    const [row] = await Promise.all([
      updateBooking(
        trx,
        { id: booking.id, from: MEETING_STATES, by: 'PARTICIPANT' },
        {
          state: 'BOOKED',
          starts_at: startsAt,
          ends_at: meetingEnd(startsAt, application),
          sequence,
          moves,
          booked_at: sql<Date>`clock_timestamp()`,
          confirmed_at: null,
          unanswered_at: null,
          ...(countsAsLate(booking, application) ? { is_late: true } : {}),
        },
      ),
      queueOffers(deps, trx, studyId),
      queueChangeNotification(deps, trx, { bookingId: booking.id, sequence, starts, now: application.now }),
      notify(deps, trx, [
        { userId: participantId, about, kind: 'MEETING_MOVED', params: { ...params, study: publicName } },
        { userId: researcherId, about, kind: 'TIME_MOVED', params: { ...params, study: studyName } },
      ]),
    ]);
    if (!row) return fail('BOOKING_HAS_ENDED');
    return { reply: describeOwnBooking(row), usersToUpdate: [participantId, researcherId] };
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return reply;
}
