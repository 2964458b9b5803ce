import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { ResearcherBooking, recordCall as endpoint } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { lockBooking } from './locks.ts';
import { notify } from '../notifications/notify.ts';
import { describeBookingsForResearcher, findMeeting } from './researcher-bookings.ts';
import { MEETING_STATES, callableUntil, isOneOf } from './states.ts';

/** Several presses of the button within a minute are one call. */
export async function recordCall(
  deps: Pick<Deps, 'db' | 'jobs' | 'callIdentity' | 'openPages'>,
  { outcome, ...own }: { bookingId: string; researcherId: string } & BodyOf<typeof endpoint>,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ResearcherBooking> {
  const usersToUpdate = await transaction(deps.db, async (trx) => {
    const { application, booking } = (await lockBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND');
    const { id, startsAt, endsAt, sequence, calls, unansweredAt, numberShownAt } = booking;
    const { now, meetingWay, participantId, studyId, publicName } = application;
    if (meetingWay !== 'PHONE') return fail('NOT_BY_PHONE');
    if (!isOneOf(MEETING_STATES, booking.state) || !startsAt || !endsAt) return fail('BOOKING_HAS_ENDED');
    if (now < startsAt) return fail('MEETING_NOT_STARTED');
    const until = callableUntil(endsAt);
    if (now > until) return fail('BOOKING_HAS_ENDED');
    if (!numberShownAt) return fail('NUMBER_NOT_SHOWN');
    const last = calls.at(-1);
    const isKnown = last && (outcome === 'NO_ANSWER' || now.getTime() - Date.parse(last) < MINUTE_MS);
    const isToNotify = outcome === 'NO_ANSWER' && unansweredAt === null;
    if (isKnown && !isToNotify) return [];
    await trx
      .updateTable('project.bookings')
      .set({
        ...(!isKnown && { calls: JSON.stringify([...calls, now.toISOString()]) }),
        ...(isToNotify && { unanswered_at: now }),
      })
      .where('booking_id', '=', id)
      .execute();
    const kind = 'CALL_UNANSWERED';
    const params = {
      studyId,
      study: publicName,
      startsAt: startsAt.toISOString(),
      until: until.toISOString(),
    };
    if (isToNotify)
      await notify(deps, trx, [
        { userId: participantId, about: `${id}:${sequence}`, kind, params, emailKind: kind },
      ]);
    await recordEvent(trx, 'CALL_RECORDED', { userId: own.researcherId, about: id });
    return [participantId];
  });
  deps.openPages.notifyChanged(usersToUpdate);
  const row = await findMeeting(deps.db, own.researcherId, own.bookingId);
  const [described] = row ? await describeBookingsForResearcher(deps, [row]) : [];
  return described ?? fail('BOOKING_NOT_FOUND');
}
