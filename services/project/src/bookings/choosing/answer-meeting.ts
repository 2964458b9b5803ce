import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { MeetingAnswer, answerMeeting as endpoint } from '@app/contracts/project/people.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { cancelBooking } from './cancel-booking.ts';
import { confirmBooking } from './confirm-booking.ts';

interface Answered {
  bookingId: string;
  participantId: string;
  sequence: number;
  answer: MeetingAnswer;
}

/** What a participant answers without a page, of the meeting that they were told of alone; twice is once. */
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
    // Given back by this very answer, which has come twice.
    const isGiven = error.code === 'BOOKING_IS_OVER' && (await isGivenBack(deps, shown));
    if (isGiven) return { state: 'CANCELLED_BY_PARTICIPANT' };
    return fail(error.code === 'BOOKING_NOT_FOUND' ? 'BOOKING_NOT_FOUND' : 'BOOKING_IS_OVER');
  }
}

async function isGivenBack(
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
