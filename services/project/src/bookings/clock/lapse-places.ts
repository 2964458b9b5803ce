import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import { updateBooking } from '../write-booking.ts';
import { findExpired } from './clock-steps.ts';

type LapseDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>;
type Place = Awaited<ReturnType<typeof findExpired>>[number];
/** Given by applications/, which uses this folder. Returns what to do after the transaction. */
type ReturnToReview = (
  deps: LapseDeps,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
  place: Place,
) => Promise<() => void>;

/** Frees the places that were reserved while their applicants chose a time, and expired. */
export async function lapsePlaces(deps: LapseDeps, returnToReview: ReturnToReview): Promise<void> {
  for (const place of await findExpired(deps, 'HELD')) await lapsePlace(deps, place, returnToReview);
}

/**
 * The place is free again, and the researcher decides on the applicant as on others. In a closed study nobody else can
 * have it: there it stays theirs.
 */
export async function lapsePlace(
  deps: LapseDeps,
  place: Place,
  returnToReview: ReturnToReview,
): Promise<void> {
  const afterCommit = await transaction(deps.db, async (trx) => {
    const study = await holdStudyRow(trx, place.studyId);
    const application = await trx
      .selectFrom('project.applications')
      .select('status')
      .where('application_id', '=', place.applicationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isLapsed = await updateBooking(
      trx,
      { id: place.bookingId, from: ['HELD'], by: 'CLOCK' },
      { state: 'LAPSED' },
    );
    if (!isLapsed || application.status !== 'ACCEPTED' || study.state === 'CLOSED') return undefined;
    return returnToReview(deps, trx, study, place);
  });
  afterCommit?.();
}
