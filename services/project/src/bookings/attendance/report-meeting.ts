import { sql } from 'kysely';
import type { reportMeeting as endpoint, OwnBooking } from '@app/contracts/project/bookings.ts';
import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { writeDues } from '../../money/write-dues.ts';
import { queueLetters } from '../../letters/queue-letter.ts';
import { holdBooking } from '../hold-booking.ts';
import { findOwnBooking } from '../reading/own-bookings.ts';
import { tell } from '../tell.ts';
import { updateBooking } from '../write-booking.ts';

/**
 * The participant's account of a meeting, once: that they were there, or that nobody came. Both accounts go to the
 * admin; it is neither a strike nor pay until they decide. Where the meeting is marked as not held, the two agree: that
 * is told, and nobody has to decide.
 */
export async function reportMeeting(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { kind, text, ...own }: { bookingId: string; participantId: string; kind: ReportKind; text: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<OwnBooking> {
  const concerned = await transaction(deps.db, async (trx) => {
    const held = await holdBooking(trx, own);
    if (!held) return fail('BOOKING_NOT_FOUND');
    const seen = await findOwnBooking(trx, own);
    if (seen?.report?.kind === kind) return [];
    if (seen?.canReport?.kind !== kind) return fail('NOTHING_TO_REPORT');
    const { application, booking } = held;
    const isAgreed = kind === 'NOBODY_CAME' && booking.state === 'TURNED_AWAY';
    await updateBooking(
      trx,
      { id: booking.id, from: [booking.state], by: 'PARTICIPANT' },
      {
        state: kind === 'NOBODY_CAME' && !isAgreed ? 'NOBODY_CAME' : booking.state,
        report_kind: kind,
        report_text: text,
        reported_at: sql<Date>`now()`,
        counts_as_attended: isAgreed,
        ...(isAgreed ? { told_at: sql<Date>`now()` } : {}),
      },
    );
    await writeDues(deps, trx, [application.applicationId]);
    const { studyId, studyName, researcherId } = application;
    const both = [researcherId, own.participantId];
    if (isAgreed) return both;
    await tell(deps, trx, [
      {
        userId: researcherId,
        about: booking.id,
        kind: 'MEETING_DISPUTED',
        params: { studyId, study: studyName, startsAt: booking.startsAt?.toISOString() ?? '' },
        letter: 'MEETING_DISPUTED',
      },
    ]);
    await queueLetters(deps, trx, [{ userId: researcherId, kind: 'ATTENDANCE_DISPUTED', about: booking.id }]);
    return both;
  });
  deps.openPages.notifyMoved(concerned);
  return (await findOwnBooking(deps.db, own)) ?? fail('BOOKING_NOT_FOUND');
}
