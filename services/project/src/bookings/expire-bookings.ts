import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { lockStudy } from '../studies/locks.ts';
import { releaseBookingSeat } from './booking-seat.ts';
import { hasExpired, updateBooking } from './write-booking.ts';
import { lockBooking } from './locks.ts';
import { queueOffers } from './waiting-list/waiting-list.ts';

const BATCH = 500;

async function findExpired({ db }: Pick<Deps, 'db'>, state: 'HELD' | 'OFFERED') {
  return db
    .selectFrom('project.bookings')
    .select([
      'booking_id as bookingId',
      'participant_id as participantId',
      'application_id as applicationId',
      'study_id as studyId',
    ])
    .where('state', '=', state)
    .where(hasExpired)
    .orderBy('expires_at')
    .limit(BATCH)
    .execute();
}

type LapseDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>;
type ExpiredBooking = Awaited<ReturnType<typeof findExpired>>[number];
const toBookingId = ({ bookingId }: ExpiredBooking) => bookingId;
/**
 * A parameter, because the folder applications/ imports this one. The function that it returns must be called
 * after the transaction.
 */
type ReturnToReview = (
  deps: LapseDeps,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof lockStudy>>,
  place: ExpiredBooking,
) => Promise<() => void>;

export async function expirePlaces(deps: LapseDeps, returnToReview: ReturnToReview): Promise<void> {
  await runForEach(await findExpired(deps, 'HELD'), toBookingId, (place) =>
    expirePlace(deps, place, returnToReview),
  );
}

/**
 * The applicant waits again for a decision. If the study is closed, the applicant keeps the place, because no
 * one else could get it.
 */
export async function expirePlace(
  deps: LapseDeps,
  place: ExpiredBooking,
  returnToReview: ReturnToReview,
): Promise<void> {
  const afterCommit = await transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, place.studyId);
    const application = await trx
      .selectFrom('project.applications')
      .select('status')
      .where('application_id', '=', place.applicationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isLapsed = await updateBooking(
      trx,
      { id: place.bookingId, from: ['HELD'], by: 'SYSTEM', isExpired: true },
      { state: 'LAPSED' },
    );
    if (!isLapsed || application.status !== 'ACCEPTED' || study.state === 'CLOSED') return undefined;
    return returnToReview(deps, trx, study, place);
  });
  afterCommit?.();
}

export async function expireOffers(deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>): Promise<void> {
  const expired = await findExpired(deps, 'OFFERED');
  await runForEach(expired, toBookingId, async ({ bookingId: id, participantId }) => {
    await transaction(deps.db, async (trx) => {
      const locked = await lockBooking(trx, { bookingId: id });
      if (!locked) return;
      const { booking } = locked;
      const stillExpired = { id, from: ['OFFERED'], by: 'SYSTEM', isExpired: true } as const;
      if (!(await updateBooking(trx, stillExpired, { state: 'LAPSED' }))) return;
      await releaseBookingSeat(trx, booking);
      await queueOffers(deps, trx, booking.studyId);
    });
    deps.openPages.notifyChanged([participantId]);
  });
}
