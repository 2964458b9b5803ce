import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { MeetingAnswer, answerMeeting as endpoint } from '@app/contracts/project/next-meeting.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import type { confirmBooking as confirming, OwnBooking } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { lockBooking, isOutdatedAt } from '../locks.ts';
import { findOwnBooking } from '../participant-bookings.ts';
import { updateBooking } from '../write-booking.ts';
import { cancelBooking } from './cancel-booking.ts';

interface Answered {
  bookingId: string;
  participantId: string;
  sequence: number;
  answer: MeetingAnswer;
}

/** `sequence` comes from the notification. So an answer to an outdated notification is refused. */
export async function answerMeeting(
  deps: Deps,
  { answer, ...shown }: Answered,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  const { bookingId, participantId: userId, sequence } = shown;
  if (answer === 'CONFIRM') return confirmBooking(deps, shown, fail);
  const given = { bookingId, userId, sequence, role: 'PARTICIPANT', newId: bookingId } as const;
  try {
    return await cancelBooking(deps, { ...given, isOfferedAgain: false, isProposalAdded: false }, (code) => {
      throw new Failure(code);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // This answer arrived twice, and the first one has cancelled the booking.
    const isGiven = error.code === 'BOOKING_HAS_ENDED' && (await isCancelledByParticipant(deps, shown));
    if (isGiven) return { state: 'CANCELLED_BY_PARTICIPANT' };
    return fail(error.code === 'BOOKING_NOT_FOUND' ? 'BOOKING_NOT_FOUND' : 'BOOKING_HAS_ENDED');
  }
}

async function isCancelledByParticipant(
  { db }: Pick<Deps, 'db'>,
  { bookingId, participantId, sequence }: Omit<Answered, 'answer'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('project.bookings')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('participant_id', '=', participantId)
    .where('state', '=', 'CANCELLED_BY_PARTICIPANT')
    .where('sequence', '=', sequence + 1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function confirmBooking(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { sequence, ...own }: { bookingId: string; participantId: string; sequence?: number },
  fail: Fail<(typeof confirming)['errors'][number]>,
): Promise<OwnBooking> {
  const researcherId = await transaction(db, async (trx) => {
    const { application, booking } = (await lockBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND');
    if (sequence !== undefined && booking.sequence !== sequence) return fail('BOOKING_HAS_ENDED');
    if (booking.endsAt === null || booking.endsAt <= application.now) return undefined;
    if (booking.state === 'BOOKED' && (await isOutdatedAt(trx, application, booking.startsAt)))
      return fail('CONSENT_OUTDATED');
    const moved = await updateBooking(
      trx,
      { id: own.bookingId, from: ['BOOKED'], by: 'PARTICIPANT', isApproved: true },
      { state: 'CONFIRMED', confirmed_at: sql<Date>`now()` },
    );
    return moved === undefined && booking.state === 'BOOKED' ? fail('SLOT_NOT_FOUND') : moved?.researcherId;
  });
  const booking = (await findOwnBooking(db, own)) ?? fail('BOOKING_NOT_FOUND');
  if (booking.state !== 'CONFIRMED') return fail('BOOKING_HAS_ENDED');
  if (researcherId) openPages.notifyChanged([own.participantId, researcherId]);
  return booking;
}
