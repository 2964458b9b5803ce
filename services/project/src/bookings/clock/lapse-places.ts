import { transaction } from '@app/kit/database.ts';
import { findExpired } from '../../bookings/clock/clock-steps.ts';
import { updateBooking } from '../../bookings/write-booking.ts';
import type { Deps } from '../../deps.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import { decideAtOnce, tellPages } from './accept-at-once.ts';

/** A step of the clock of meetings (cron job). */
export async function lapsePlaces(deps: Parameters<typeof lapsePlace>[0]): Promise<void> {
  for (const place of await findExpired(deps, 'HELD')) await lapsePlace(deps, place);
}

/**
 * A held place whose applicant chose no time is free again, and the researcher decides on them as on others. In a
 * closed study nobody else can have it: there it stays theirs.
 */
export async function lapsePlace(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  place: { bookingId: string; applicationId: string; studyId: string; participantId: string },
): Promise<void> {
  const { bookingId, applicationId: id, studyId, participantId } = place;
  const moved = await transaction(deps.db, async (trx) => {
    const study = await holdStudyRow(trx, studyId);
    const application = await trx
      .selectFrom('project.applications')
      .select('status')
      .where('application_id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isLapsed = await updateBooking(
      trx,
      { id: bookingId, from: ['HELD'], by: 'CLOCK' },
      { state: 'LAPSED' },
    );
    if (!isLapsed || application.status !== 'ACCEPTED' || study.state === 'CLOSED') return undefined;
    return decideAtOnce(deps, trx, study, id, { status: 'PENDING', byUserId: participantId });
  });
  if (moved) tellPages(deps, moved);
}
