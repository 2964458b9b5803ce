import type { answerReport as endpoint, ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { describeForResearcher, findMeeting } from '../reading/researcher-bookings.ts';
import { holdBooking } from '../hold-booking.ts';
import { isOpenDispute } from './decide-dispute.ts';

/** Stores what the researcher writes about a reported meeting, for the admin who decides. */
export async function answerReport(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'config'>,
  { bookingId, researcherId, text }: { bookingId: string; researcherId: string; text: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ResearcherBooking> {
  await transaction(deps.db, async (trx) => {
    const held = await holdBooking(trx, { bookingId, researcherId });
    if (!held) return fail('BOOKING_NOT_FOUND');
    const { booking } = held;
    if (!booking.reportedAt) return fail('NOTHING_TO_REPORT');
    if (!isOpenDispute(booking)) return fail('DISPUTE_IS_DECIDED');
    await trx
      .updateTable('project.bookings')
      .set({ answer_text: text })
      .where('booking_id', '=', bookingId)
      .execute();
  });
  const row = await findMeeting(deps.db, researcherId, bookingId);
  const [described] = row ? await describeForResearcher(deps, [row]) : [];
  return described ?? fail('BOOKING_NOT_FOUND');
}
