import { sql } from 'kysely';
import type { OwnBooking, ResearcherBooking } from '@app/contracts/project/bookings.ts';
import type {
  reportMeeting as reporting,
  answerReport as answering,
} from '@app/contracts/project/disputes.ts';
import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { writePayables } from '../../payables/write-payables.ts';
import { lockBooking } from '../locks.ts';
import { findOwnBooking } from '../participant-bookings.ts';
import { updateBooking } from '../write-booking.ts';
import { describeBookingsForResearcher, findMeeting } from '../researcher-bookings.ts';
import { isOpenDispute } from './disputes.ts';
import { notifyResearchersOfDisputes } from './notify-of-disputes.ts';

/**
 * The admin is notified when the mark is final. If both sides say that no meeting took place, there is
 * nothing to decide.
 */
export async function reportMeeting(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { kind, text, ...own }: { bookingId: string; participantId: string; kind: ReportKind; text: string },
  fail: Fail<(typeof reporting)['errors'][number]>,
): Promise<OwnBooking> {
  const usersToUpdate = await transaction(deps.db, async (trx) => {
    const locked = await lockBooking(trx, own);
    if (!locked) return fail('BOOKING_NOT_FOUND');
    const seen = await findOwnBooking(trx, own);
    if (seen?.report?.kind === kind) return [];
    const { application, booking } = locked;
    const isOpen = booking.finalAt !== null && booking.finalAt > application.now;
    const isAgreed = kind === 'NOBODY_CAME' && booking.state === 'TURNED_AWAY' && isOpen;
    if (!isAgreed && seen?.canReport?.kind !== kind) return fail('NOTHING_TO_REPORT');
    await updateBooking(
      trx,
      { id: booking.id, from: [booking.state], by: 'PARTICIPANT' },
      {
        state: kind === 'NOBODY_CAME' && !isAgreed ? 'NOBODY_CAME' : booking.state,
        report_kind: kind,
        report_text: text,
        reported_at: sql<Date>`now()`,
        counts_as_attended: isAgreed,
        ...(isAgreed ? { final_at: sql<Date>`now()` } : {}),
        // While this call waited for the row, the scheduled job may have sent the notification.
        has_pending_notification: isOpen && !isAgreed,
      },
    );
    await writePayables(deps, trx, [application.applicationId]);
    const { studyId, studyName, researcherId } = application;
    const both = [researcherId, own.participantId];
    if (!isAgreed && !isOpen) {
      const startsAt = booking.startsAt?.toISOString() ?? '';
      await notifyResearchersOfDisputes(deps, trx, [
        { id: booking.id, researcherId, studyId, studyName, startsAt },
      ]);
    }
    return both;
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return (await findOwnBooking(deps.db, own)) ?? fail('BOOKING_NOT_FOUND');
}

export async function answerReport(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'config'>,
  { bookingId, researcherId, text }: { bookingId: string; researcherId: string; text: string },
  fail: Fail<(typeof answering)['errors'][number]>,
): Promise<ResearcherBooking> {
  await transaction(deps.db, async (trx) => {
    const locked = await lockBooking(trx, { bookingId, researcherId });
    if (!locked) return fail('BOOKING_NOT_FOUND');
    const { booking } = locked;
    if (!booking.reportedAt) return fail('NOTHING_TO_REPORT');
    if (!isOpenDispute(booking)) return fail('DISPUTE_IS_DECIDED');
    await trx
      .updateTable('project.bookings')
      .set({ answer_text: text })
      .where('booking_id', '=', bookingId)
      .execute();
  });
  const row = await findMeeting(deps.db, researcherId, bookingId);
  const [described] = row ? await describeBookingsForResearcher(deps, [row]) : [];
  return described ?? fail('BOOKING_NOT_FOUND');
}
