import { isDeepStrictEqual } from 'node:util';
import { findQuotaFlaw } from '@app/contracts/project/quotas.ts';
import { type MeetingPlan, withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import type { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import type { publishStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { bookableSlots } from '@app/contracts/time-slots.ts';
import { readClock, dryRun, transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql, type Transaction } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../identity-peer.ts';
import { lockUnsuspendedPerson } from '../suspensions/locks.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { hasFreeSlot, insertSlots } from '../slots/write-slots.ts';
import { reservePlaces } from './budgets.ts';
import { writeQuotas } from './quotas.ts';
import { assertApproved, assertConsentWritten } from './ethics.ts';
import { type OwnStudy, updateOwn, type Versions } from './policy.ts';
import { lockOwnStudy } from './locks.ts';
import { findStudy } from './reads.ts';
import { assertSurveyIsReachable, insertCompletionCodes } from './survey.ts';
import { daysLeft, parseMinuteOfLabel } from './recruitment-status.ts';

function toMeetingColumns(plan: StudyPublish) {
  const meetings = withMeetingDefaults(plan);
  return {
    meeting_way: meetings.meetingWay,
    meeting_details: JSON.stringify(meetings.meetingDetails),
    seats_per_slot: meetings.seatsPerSlot,
    choosing: meetings.choosing,
    lead_hours: meetings.leadHours,
    notice_hours: meetings.noticeHours,
    buffer_minutes: meetings.bufferMinutes,
    without_times: JSON.stringify(plan.withoutTimes ?? []),
  };
}

interface Published {
  companyName: string | null;
  incentive?: number;
  payoutFeeInPesewas?: number;
  publishedAt?: Date;
}
type AnyPlan = StudyPublish | OnlineStudyPublish;

const toPlanColumns = (plan: AnyPlan) =>
  plan.mode === 'ONLINE'
    ? { survey: JSON.stringify(plan.survey), closes_on: plan.closesOn, choosing: plan.choosing }
    : {
        available_dates: JSON.stringify(plan.availableDates),
        available_times: JSON.stringify(plan.availableTimes),
        duration_in_minutes: plan.durationInMinutes,
        ...toMeetingColumns(plan),
      };

export async function markPublished(
  trx: Db,
  own: OwnStudy,
  plan: AnyPlan & Published,
  versions?: Versions,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set((eb) => ({
      state: 'PUBLISHED',
      published_at: plan.publishedAt ?? sql<Date>`now()`,
      desired_number_of_participants: plan.desiredNumberOfParticipants,
      ...toPlanColumns(plan),
      company_name: plan.companyName,
      payout_fee_in_pesewas: plan.payoutFeeInPesewas ?? 0,
      is_listed: plan.isListed ?? false,
      version: eb('study.version', '+', 1),
    }))
    .where('study.state', '=', 'DRAFT')
    .$if(plan.incentive !== undefined, (query) => query.where('study.incentive', '=', plan.incentive ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * If the study is already published with the same plan, the call succeeds with any version. Another plan is
 * refused (D-27).
 */
export async function publishStudy(
  deps: Pick<Deps, 'db' | 'config' | 'callIdentity' | 'callPayment' | 'openPages' | 'openStudyCounts'>,
  own: OwnStudy,
  { plan: given, ifMatch }: { plan: AnyPlan; ifMatch: Versions },
  fail: PublishFail,
): Promise<Study> {
  const plan = given.mode === 'ONLINE' ? given : sortPlan(given);
  const whole = plan.mode === 'ONLINE' ? plan : withDaysLeft(plan, await readClock(deps.db), fail);
  if (plan.mode === 'ONLINE')
    assertSurveyIsReachable(deps.config, plan.survey.address, 'survey.address', fail);
  const companyName = await readCompanyName(deps.callIdentity, own.userId);
  const { state, incentive } = (await findStudy(deps.db, own)) ?? fail('STUDY_NOT_FOUND');
  const published = { ...whole, companyName, incentive, payoutFeeInPesewas: 0 };
  const publish = (trx: Transaction<ProjectTables>) =>
    publishOnce(trx, own, { plan, published, ifMatch }, fail);
  if (state === 'DRAFT' && incentive > 0) {
    // Tries the publishing first, so that no one pays for a plan that cannot be published.
    const { isNew } = await dryRun(deps.db, publish);
    if (isNew) {
      const paid = { studyId: own.studyId, incentive, places: plan.desiredNumberOfParticipants };
      published.payoutFeeInPesewas = await reservePlaces(deps.callPayment, paid, fail);
    }
  }
  const { study, isNew } = await transaction(deps.db, publish);
  if (isNew) {
    deps.openStudyCounts.invalidate();
    deps.openPages.notifyOpened();
  }
  return study;
}

function withDaysLeft(plan: StudyPublish, now: Date, fail: Fail<'INVALID_INPUT'>): StudyPublish {
  const days = daysLeft(plan, now);
  if (days.length === 0) fail('INVALID_INPUT', [{ rule: 'timesPast', field: 'availableTimes' }]);
  const { leadHours } = withMeetingDefaults(plan);
  const ahead = bookableSlots({ ...plan, leadHours: 0 }, now);
  if (ahead.length > 0 && bookableSlots({ ...plan, leadHours }, now).length === 0)
    fail('INVALID_INPUT', [{ rule: `timesTooSoon ${leadHours}`, field: 'availableTimes' }]);
  return { ...plan, availableDates: days };
}

type PublishFail = Fail<(typeof endpoint)['errors'][number]>;

/** Fails if the incentive was changed at the same time, because the money was reserved for the old one. */
async function publishOnce(
  trx: Transaction<ProjectTables>,
  own: OwnStudy,
  {
    plan,
    published,
    ifMatch,
  }: { plan: AnyPlan; published: AnyPlan & Published & { incentive: number }; ifMatch: Versions },
  fail: PublishFail,
): Promise<{ study: Study; isNew: boolean }> {
  await lockUnsuspendedPerson(trx, own.userId);
  if (published.incentive > 0) await assertNotRefunded(trx, own, fail);
  const isNew = await markPublished(trx, own, published, ifMatch);
  if (isNew) await completePublishing(trx, own, published, fail);
  const study = (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  if (study.suspension) return fail('STUDY_IS_SUSPENDED');
  if (isNew || (study.state === 'PUBLISHED' && hasPlan(study, plan))) return { study, isNew };
  return fail(study.state === 'DRAFT' ? 'STALE' : `STUDY_IS_${study.state}`);
}

/**
 * The budget may be refunded after its places were reserved. With the lock on the study, refund and
 * publishing happen one after the other.
 */
async function assertNotRefunded(
  trx: Transaction<ProjectTables>,
  own: OwnStudy,
  fail: Fail<'BUDGET_IS_CLOSED'>,
): Promise<void> {
  const study = await lockOwnStudy(trx, own);
  if (study?.state === 'DRAFT' && study.isRefunding) fail('BUDGET_IS_CLOSED');
}

async function completePublishing(
  trx: Transaction<ProjectTables>,
  { studyId, userId }: OwnStudy,
  plan: AnyPlan,
  fail: Fail<'INVALID_INPUT' | 'STUDY_NOT_FOUND'>,
): Promise<void> {
  const isOnline = plan.mode === 'ONLINE';
  const [, found, isFree] = await Promise.all([
    isOnline || insertPlannedSlots(trx, studyId, plan, fail),
    findStudy(trx, { studyId, userId }),
    isOnline || hasFreeSlot(trx, studyId),
  ]);
  const study = found ?? fail('STUDY_NOT_FOUND');
  // Slots after the approval's end are not free either. So the approval is checked first, which gives the
  // better message.
  if (isOnline) assertApproved(study, [plan.closesOn], 'closesOn', fail);
  else assertApproved(study, plan.availableDates, 'availableDates', fail);
  assertConsentWritten(study.consentText, 'consentText', fail);
  if (isOnline) await insertCompletionCodes(trx, studyId, plan.survey, study.incentive, fail);
  else if (!isFree) fail('INVALID_INPUT', [{ rule: 'timesTaken', field: 'availableTimes' }]);
  const { quotas = [], desiredNumberOfParticipants } = plan;
  const flaw = findQuotaFlaw(quotas, study, desiredNumberOfParticipants);
  if (flaw) fail('INVALID_INPUT', [flaw]);
  await Promise.all([
    writeQuotas(trx, studyId, quotas),
    recordEvent(trx, 'STUDY_PUBLISHED', { userId, about: studyId }),
  ]);
}

async function insertPlannedSlots(
  trx: Transaction<ProjectTables>,
  studyId: string,
  plan: StudyPublish,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  const slots = await insertSlots(trx, studyId, {
    days: plan.availableDates,
    minutes: plan.availableTimes.map(parseMinuteOfLabel),
    seats: plan.seatsPerSlot,
    without: plan.withoutTimes,
  });
  if (slots === 0) fail('INVALID_INPUT', [{ rule: 'times', field: 'withoutTimes' }]);
}

function sortPlan(plan: StudyPublish): StudyPublish {
  return {
    ...plan,
    availableDates: plan.availableDates.toSorted(),
    availableTimes: plan.availableTimes.toSorted((a, b) => parseMinuteOfLabel(a) - parseMinuteOfLabel(b)),
    withoutTimes: [...new Set(plan.withoutTimes)].toSorted(),
  };
}

/** The first call may have left out its own day, so this day is not compared. */
function hasPlan(study: Study, plan: AnyPlan): boolean {
  const isSame =
    study.desiredNumberOfParticipants === plan.desiredNumberOfParticipants &&
    isDeepStrictEqual(study.quotas, plan.quotas ?? []);
  if (plan.mode === 'ONLINE') {
    const { survey, closesOn, choosing } = plan;
    const { address, minutes, screenOutPay } = study.survey ?? {};
    const published = { address, minutes, screenOutPay, closesOn: study.survey?.closesOn };
    return isSame && study.choosing === choosing && isDeepStrictEqual(published, { ...survey, closesOn });
  }
  const firstDay = study.publishedAt?.slice(0, 10);
  const days = plan.availableDates.filter((day) => day !== firstDay || study.availableDates.includes(day));
  return (
    isSame &&
    study.durationInMinutes === plan.durationInMinutes &&
    study.availableDates.join() === days.join() &&
    study.availableTimes.join() === plan.availableTimes.join() &&
    isDeepStrictEqual(toMeetingPlan(study), toMeetingPlan(withMeetingDefaults(plan)))
  );
}

const toMeetingPlan = (plan: MeetingPlan) => ({
  way: plan.meetingWay,
  details: plan.meetingDetails,
  seats: plan.seatsPerSlot,
  choosing: plan.choosing,
  lead: plan.leadHours,
  notice: plan.noticeHours,
  buffer: plan.bufferMinutes,
  without: plan.withoutTimes ?? [],
});
