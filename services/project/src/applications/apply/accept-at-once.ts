import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { HOLD_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import { endBookingsOf } from '../../bookings/end-booking.ts';
import { insertBooking } from '../../bookings/write-booking.ts';
import type { Deps } from '../../deps.ts';
import type { News } from '../../inbox/insert-notification.ts';
import type { ProjectTables } from '../../schema.ts';
import { findCellPlaces, findCellsOf } from '../../studies/cells.ts';
import { changePlaces, findPlacesLeft, holdStudyRow } from '../../studies/change-places.ts';
import { queueFirst } from '../review/applicant-letters.ts';
import { notifyDecided } from '../review/notify-decision.ts';
import { updateDecided } from '../write-decision.ts';
import type { ShownStudy } from './find-shown-study.ts';
import { type NewApplication, insertAgreed } from './insert-application.ts';

const MINUTE_MS = 60_000;

/**
 * Applies to a study in which everyone who qualifies chooses a time at once (AT_ONCE). They are accepted and notified in
 * the same transaction, and their place is held while they choose. The study is held (row lock): each place is given
 * once.
 */
export async function insertAtOnce(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  application: NewApplication,
  study: ShownStudy,
  news: News,
) {
  const { moved, ...inserted } = await transaction(deps.db, async (trx) => {
    const held = await holdStudyRow(trx, application.studyId);
    const outcome = await insertAgreed(deps, trx, application, news);
    const isAccepted =
      application.isQualified &&
      Boolean(outcome?.appliedAt) &&
      (await isPlaceLeft(trx, held, application.id));
    if (!isAccepted) {
      if (outcome?.appliedAt && !study.hasApplicants) await queueFirst(deps, trx, study);
      return { outcome, isAccepted };
    }
    const { id, applicantId, studyId } = application;
    await insertBooking(
      trx,
      {
        id: randomUUIDv7(),
        applicationId: id,
        studyId,
        participantId: applicantId,
        researcherId: study.creatorId,
        state: 'HELD',
        startsAt: null,
        endsAt: null,
        expiresAt: new Date((await readClock(trx)).getTime() + HOLD_MINUTES * MINUTE_MS),
      },
      'PARTICIPANT',
    );
    const decision = { status: 'ACCEPTED', byUserId: study.creatorId } as const;
    return { outcome, isAccepted, moved: await decideAtOnce(deps, trx, held, id, decision) };
  });
  if (moved) tellPages(deps, moved);
  return inserted;
}

/** For this application: of all places, and of its cell's. */
async function isPlaceLeft(
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
  id: string,
): Promise<boolean> {
  if ((await findPlacesLeft(trx, study)) <= 0) return false;
  if (!study.hasCells) return true;
  const cell = (await findCellsOf(trx, study, [id])).get(id);
  return ((await findCellPlaces(trx, study))[cell ?? -1]?.left ?? 0) > 0;
}

export async function decideAtOnce(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
  applicationId: string,
  decision: { status: 'ACCEPTED' | 'PENDING'; byUserId: string },
) {
  const id = randomUUIDv7();
  await updateDecided(trx, [applicationId], { ...decision, id });
  const isOpenedOrFilled = await changePlaces(trx, study, decision.status === 'ACCEPTED' ? 1 : -1);
  if (decision.status === 'PENDING')
    await endBookingsOf(deps, trx, [applicationId], { by: 'RESEARCHER', reason: '' });
  return { studyId: study.id, isOpenedOrFilled, notified: await notifyDecided(deps, trx, id) };
}

export function tellPages(
  deps: Pick<Deps, 'openPages' | 'openStudyCounts'>,
  { studyId, isOpenedOrFilled, notified }: Awaited<ReturnType<typeof decideAtOnce>>,
): void {
  if (isOpenedOrFilled) {
    deps.openStudyCounts.forget();
    deps.openPages.notifyApplicants(studyId);
  }
  deps.openPages.notify(notified);
}
