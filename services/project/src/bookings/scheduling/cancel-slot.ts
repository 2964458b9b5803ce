import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import type { cancelSlot as endpoint } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../schema.ts';
import { removeFreeSeats } from '../../slots/write-seats.ts';
import { lockSlots } from '../../slots/locks.ts';
import { endBooking } from '../end-booking.ts';
import { lockBooking } from '../locks.ts';
import { MEETING_STATES, isOneOf } from '../states.ts';

interface Time {
  studyId: string;
  startsAt: Date;
  researcherId: string;
}

const findAt = (trx: Db, { studyId, startsAt, researcherId }: Time) =>
  trx
    .selectFrom('project.bookings')
    .select(['booking_id as id', 'state', 'cancel_reason as reason'])
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .where('researcher_id', '=', researcherId)
    .where('state', '<>', 'LAPSED')
    .orderBy('application_id')
    .orderBy('booking_id')
    .execute();

const ENDING = ['OFFERED', ...MEETING_STATES] as const;

/** If there is a new booking when the slot is locked, this starts again and includes it. */
export async function cancelSlot(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  {
    slotId,
    reason,
    isOfferedAgain,
    ...own
  }: { studyId: string; slotId: string; researcherId: string } & BodyOf<typeof endpoint>,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  const time = { ...own, startsAt: new Date(slotId) };
  for (;;) {
    const ended = await transaction(deps.db, async (trx) => {
      const known = await findAt(trx, time);
      if (known.length === 0) return fail('SLOT_NOT_FOUND');
      const locked = [];
      for (const { id, state } of known) {
        const one = isOneOf(ENDING, state) && (await lockBooking(trx, { bookingId: id }));
        if (one) locked.push(one);
      }
      await lockSlots(trx, time.studyId, [time.startsAt]);
      const ids = new Set(locked.map(({ booking }) => booking.id));
      const there = await findAt(trx, time);
      if (there.some(({ id, state }) => isOneOf(ENDING, state) && !ids.has(id))) return undefined;
      const usersToUpdate: string[] = [];
      // A repeated call removes the free seats too, so meetings that were cancelled before also count.
      let isCancelled = there.some((one) => one.state === 'CANCELLED_BY_RESEARCHER' && Boolean(one.reason));
      for (const each of locked) {
        const { id, state, startsAt } = each.booking;
        // The booking was rescheduled or marked after the list was read.
        if (startsAt?.getTime() !== time.startsAt.getTime() || !isOneOf(ENDING, state)) continue;
        const ending = { by: 'RESEARCHER', reason, isSeatRemoved: !isOfferedAgain } as const;
        isCancelled = true;
        usersToUpdate.push(...(await endBooking(deps, trx, each, ending)).usersToUpdate);
        await recordEvent(trx, 'MEETING_CANCELLED', { userId: time.researcherId, about: id });
      }
      if (isCancelled && !isOfferedAgain) await removeFreeSeats(trx, time);
      const bookings = (await findAt(trx, time)).map(({ id, state }) => ({ id, state }));
      return { usersToUpdate, bookings };
    });
    if (ended === undefined) continue;
    deps.openPages.notifyChanged(ended.usersToUpdate);
    return { bookings: ended.bookings };
  }
}
