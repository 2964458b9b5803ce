import { DAY_MS } from '@app/contracts/durations.ts';
import type { cancelBooking as endpoint } from '@app/contracts/project/bookings.ts';
import type { Fail } from '@app/kit/problem.ts';
import { readClock } from '@app/kit/database.ts';
import type { Transaction } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { lockSlots } from '../../slots/locks.ts';
import { assertApproved } from '../../studies/ethics.ts';
import { findStudy } from '../../studies/reads.ts';
import { addTimes, findTimesError } from '../change-slots.ts';
import type { LockedApplication, LockedBooking } from '../locks.ts';
import { meetingEnd, placeBooking } from '../booking-seat.ts';
import { insertBooking } from '../write-booking.ts';

/** Participants do not expect a proposal, so they have a day to answer. */
const PROPOSAL_MS = DAY_MS;

interface Proposal {
  /** A repeated call has the same id for the booking. */
  id: string;
  startsAt: Date;
}

/** Locks the study. This must happen before the application is locked. */
export async function addProposal(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { bookingId, userId, startsAt }: { bookingId: string; userId: string; startsAt: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const booking = await trx
    .selectFrom('project.bookings')
    .select('study_id as studyId')
    .where('booking_id', '=', bookingId)
    .where('researcher_id', '=', userId)
    .executeTakeFirst();
  if (!booking) return fail('BOOKING_NOT_FOUND');
  const study = await findStudy(trx, { studyId: booking.studyId, userId }, { isLocked: true });
  if (!study) return fail('TIME_NOT_FOR_THEM');
  if (study.state === 'CLOSED') return fail('STUDY_IS_CLOSED');
  const rule = findTimesError([startsAt], await readClock(trx));
  if (rule) return fail('INVALID_INPUT', [{ rule, field: 'proposes' }]);
  assertApproved(study, [startsAt.slice(0, 10)], 'proposes', fail);
  await addTimes(deps, trx, study, { startsAt: [startsAt], userId });
}

/**
 * Gets all new seats before it releases old ones. The caller must lock the application. If this refuses, the
 * caller must end the transaction.
 */
export async function placeProposal(
  trx: Db,
  { application, booking }: { application: LockedApplication; booking: LockedBooking },
  { id, startsAt }: Proposal,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  if (!application.isAccepted) return fail('TIME_NOT_FOR_THEM');
  await lockSlots(trx, booking.studyId, [startsAt, ...(booking.startsAt ? [booking.startsAt] : [])]);
  const refusal = await placeBooking(trx, application, { bookingId: id, startsAt, replacedStartsAt: null });
  // The error code is the same in both cases, so that the researcher learns nothing about other meetings of
  // the participant.
  if (refusal === 'MEETINGS_OVERLAP' || refusal === 'SLOT_IS_NOT_FREE') return fail('TIME_NOT_FOR_THEM');
  if (refusal) return fail(refusal);
}

/** Must be called after the cancellation, so that the seat is free. */
export async function offerProposal(
  trx: Db,
  { application, booking }: { application: LockedApplication; booking: LockedBooking },
  { id, startsAt }: Proposal,
): Promise<void> {
  const { phoneNumber, isOnWhatsApp } = booking;
  const expiresAt = new Date(Math.min(application.now.getTime() + PROPOSAL_MS, startsAt.getTime()));
  const time = { startsAt, endsAt: meetingEnd(startsAt, application), expiresAt };
  await insertBooking(
    trx,
    { ...application, ...time, id, state: 'OFFERED', phoneNumber, isOnWhatsApp },
    'RESEARCHER',
  );
}
