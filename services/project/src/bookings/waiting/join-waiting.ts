import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import type { joinWaiting as endpoint, Waiting } from '@app/contracts/project/slots.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { holdApplicationOf, readBookings } from '../hold-booking.ts';
import { MEETING, isOneOf } from '../states.ts';
import { updateBooking } from '../write-booking.ts';
import { queueOffers } from './queue-offers.ts';
import { findWaitingOf, upsertWaiting } from './write-waiting.ts';

/** For an accepted applicant who has no time; they keep their place in the line when they change the days. */
export async function joinWaiting(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { days, ...own }: { studyId: string; participantId: string; days: readonly string[] },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Waiting> {
  return transaction(deps.db, async (trx) => {
    const application = await holdApplicationOf(trx, own);
    if (!application) return fail('STUDY_NOT_FOUND');
    if (!application.isAccepted) return fail('NOT_ACCEPTED');
    const { applicationId } = application;
    const { live, moves, hasMetOrIsUntold } = await readBookings(trx, applicationId);
    const isDone = live ? isOneOf(MEETING, live.state) : hasMetOrIsUntold;
    if (isDone) return fail('ALREADY_BOOKED');
    if (!live && moves > MOST_MOVES) return fail('TOO_MANY_MOVES');
    if (application.isOver) return fail('STUDY_IS_CLOSED');
    // Those who wait have let the half hour go, and stay accepted.
    if (live?.state === 'HELD') {
      await updateBooking(trx, { id: live.id, from: ['HELD'], by: 'PARTICIPANT' }, { state: 'LAPSED' });
    }
    await upsertWaiting(trx, { ...own, applicationId, days });
    await queueOffers(deps, trx, own.studyId);
    return (await findWaitingOf(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}
