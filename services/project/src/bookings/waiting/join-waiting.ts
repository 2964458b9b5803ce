import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import type {
  joinWaiting as endpoint,
  Waiting,
  leaveWaiting as leaving,
} from '@app/contracts/project/slots.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { isEnded } from '../../slots/write-slots.ts';
import { holdApplicationOf, readBookings } from '../hold-booking.ts';
import { MEETING, isOneOf } from '../states.ts';
import { updateBooking } from '../write-booking.ts';
import { queueOffers } from './queue-offers.ts';
import { findWaitingOf, upsertWaiting, deleteWaiting } from './write-waiting.ts';
import type { Db } from '../../schema.ts';

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
    const { live, moves, hasMet } = await readBookings(trx, applicationId);
    const isDone = live ? isOneOf(MEETING, live.state) : hasMet;
    if (isDone) return fail('ALREADY_BOOKED');
    if (!live && moves > MOST_MOVES) return fail('TOO_MANY_MOVES');
    if (await isEnded(trx, own.studyId)) return fail('STUDY_IS_CLOSED');
    // Those who wait have let the half hour go, and stay accepted.
    if (live?.state === 'HELD') {
      await updateBooking(trx, { id: live.id, from: ['HELD'], by: 'PARTICIPANT' }, { state: 'LAPSED' });
    }
    await upsertWaiting(trx, { ...own, applicationId, days });
    await queueOffers(deps, trx, own.studyId);
    return (await findWaitingOf(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** Twice is once; who never applied knows of no such list. */
export async function leaveWaiting(
  db: Db,
  own: { studyId: string; participantId: string },
  fail: Fail<(typeof leaving)['errors'][number]>,
): Promise<void> {
  const application = await db
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', own.studyId)
    .where('applicant_id', '=', own.participantId)
    .executeTakeFirst();
  if (!application) return fail('STUDY_NOT_FOUND');
  await deleteWaiting(db, own);
}
