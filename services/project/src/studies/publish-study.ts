import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { type MeetingPlan, withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import { flawOfCells } from '@app/contracts/project/cells.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import type { publishStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { bookableSlots } from '@app/contracts/time-slots.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { keepPlaces } from '../money/keep-places.ts';
import { assertNotBarred } from '../facts/barred.ts';
import { readCompanyName } from '../facts/ask-identity.ts';
import type { ProjectTables } from '../schema.ts';
import { writeCells } from './cells.ts';
import { findStudy } from './find-study.ts';
import { assertApproved } from './assert-approved.ts';
import type { OwnStudy, Versions } from './policy.ts';
import { daysLeft, minuteOf } from './standing.ts';
import { canBeTaken, insertSlots } from '../slots/write-slots.ts';
import { updatePublished } from './update-state.ts';

/**
 * Publishes a draft whole: its plan, and the instants that follow from it. The same plan a second time answers the
 * published study as it stands, no matter which version was asked for. Everything else is refused with the state that
 * it is in (D-27). A plan is refused whose times nobody could take: past, too soon, or all within other meetings of the
 * researcher's.
 */
export async function publishStudy(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'callPayment' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  { plan: given, ifMatch }: { plan: StudyPublish; ifMatch: Versions },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Study> {
  const plan = inOrder(given);
  const now = await readClock(deps.db);
  const days = daysLeft(plan, now);
  if (days.length === 0) fail('INVALID_INPUT', [{ rule: 'timesPast', field: 'availableTimes' }]);
  const { leadHours } = withMeetingDefaults(plan);
  const ahead = bookableSlots({ ...plan, leadHours: 0 }, now);
  if (ahead.length > 0 && bookableSlots({ ...plan, leadHours }, now).length === 0)
    fail('INVALID_INPUT', [{ rule: `timesTooSoon ${leadHours}`, field: 'availableTimes' }]);
  const companyName = await readCompanyName(deps.callIdentity, own.userId);
  const incentive = await keepPlacesOfDraft(deps, own, plan.desiredNumberOfParticipants, fail);
  const published = await transaction(deps.db, async (trx) => {
    await assertNotBarred(trx, own.userId);
    const whole = { ...plan, availableDates: days, companyName, incentive };
    const isNew = await updatePublished(trx, own, whole, ifMatch);
    if (isNew) await completePublishing(trx, own, { ...plan, availableDates: days }, fail);
    const found = await findStudy(trx, own);
    if (!found) return fail('STUDY_NOT_FOUND');
    if (isNew) assertApproved(found, days, 'availableDates', fail);
    if (isNew || (found.state === 'PUBLISHED' && hasPlan(found, plan))) return { study: found, isNew };
    return fail(found.state === 'DRAFT' ? 'STALE' : `STUDY_IS_${found.state}`);
  });
  if (published.isNew) {
    deps.openStudyCounts.forget();
    deps.openPages.notifyOpened();
  }
  return published.study;
}

/** What its participants were promised: an edit at the same moment must not leave them another amount. */
async function keepPlacesOfDraft(
  { db, callPayment }: Pick<Deps, 'db' | 'callPayment'>,
  own: OwnStudy,
  places: number,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<number> {
  const { state, incentive } = (await findStudy(db, own)) ?? fail('STUDY_NOT_FOUND');
  if (state === 'DRAFT' && incentive > 0)
    await keepPlaces(callPayment, { studyId: own.studyId, incentive, places }, fail);
  return incentive;
}

async function completePublishing(
  trx: Transaction<ProjectTables>,
  { studyId, userId }: OwnStudy,
  plan: StudyPublish,
  fail: Fail<'INVALID_INPUT' | 'STUDY_NOT_FOUND'>,
): Promise<void> {
  const slots = await insertSlots(trx, studyId, {
    days: plan.availableDates,
    minutes: plan.availableTimes.map(minuteOf),
    seats: plan.seatsPerSlot,
    without: plan.withoutTimes,
  });
  if (slots === 0) fail('INVALID_INPUT', [{ rule: 'times', field: 'withoutTimes' }]);
  if (!(await canBeTaken(trx, studyId)))
    fail('INVALID_INPUT', [{ rule: 'timesTaken', field: 'availableTimes' }]);
  const study = (await findStudy(trx, { studyId, userId })) ?? fail('STUDY_NOT_FOUND');
  const { cells = [], desiredNumberOfParticipants } = plan;
  const flaw = flawOfCells(cells, study, desiredNumberOfParticipants);
  if (flaw) fail('INVALID_INPUT', [flaw]);
  await writeCells(trx, studyId, cells);
  await noteEvent(trx, 'STUDY_PUBLISHED', { userId, about: studyId });
}

/** Days and times in their natural order: two plans with the same ones are one plan. */
function inOrder(plan: StudyPublish): StudyPublish {
  return {
    ...plan,
    availableDates: plan.availableDates.toSorted(),
    availableTimes: plan.availableTimes.toSorted((a, b) => minuteOf(a) - minuteOf(b)),
    withoutTimes: [...new Set(plan.withoutTimes)].toSorted(),
  };
}

/** The day of the publish may have been left out then, and be asked for again in a repeat. */
function hasPlan(study: Study, plan: StudyPublish): boolean {
  const firstDay = study.publishedAt?.slice(0, 10);
  const days = plan.availableDates.filter((day) => day !== firstDay || study.availableDates.includes(day));
  return (
    study.durationInMinutes === plan.durationInMinutes &&
    study.desiredNumberOfParticipants === plan.desiredNumberOfParticipants &&
    study.availableDates.join() === days.join() &&
    study.availableTimes.join() === plan.availableTimes.join() &&
    isDeepStrictEqual(study.cells, plan.cells ?? []) &&
    isDeepStrictEqual(meetingsOf(study), meetingsOf(withMeetingDefaults(plan)))
  );
}

const meetingsOf = (plan: MeetingPlan) => ({
  way: plan.meetingWay,
  details: plan.meetingDetails,
  seats: plan.seatsPerSlot,
  choosing: plan.choosing,
  lead: plan.leadHours,
  notice: plan.noticeHours,
  buffer: plan.bufferMinutes,
  without: plan.withoutTimes ?? [],
});
