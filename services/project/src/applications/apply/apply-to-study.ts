import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type {
  Application,
  StudyApplication,
  applyToStudy as endpoint,
} from '@app/contracts/project/applications.ts';
import { HOLD_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import { readClock } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import { findNoShowBlock } from '../../bookings/reads.ts';
import { insertBooking } from '../../bookings/write-booking.ts';
import type { Deps } from '../../deps.ts';
import { profileAt, hasProfile } from '../../matching-profiles/matching-profile.ts';
import type { NewNotification } from '../../notifications/write-notifications.ts';
import { queueEmails } from '../../emails/queue-email.ts';
import { hidesUnmet, unmetRequirements } from '../../studies/unmet-requirements.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { fitsAnyQuota } from '../../studies/quotas.ts';
import { changeTakenPlaces, isPlaceLeft } from '../../studies/accepted-places.ts';
import { lockStudy } from '../../studies/locks.ts';
import { isPast, toRecruitmentStatus, toSurveyReply } from '../../studies/recruitment-status.ts';
import { toConsented } from '../consent-agreements.ts';
import { firstStep } from '../application-steps.ts';
import { type ShownStudy, findShownStudy } from '../../studies/find-shown-study.ts';
import { notifyApplicantsOfDecision, updateOpenPages } from '../notify-of-decision.ts';
import { updateDecided } from '../write-decision.ts';
import { evaluateResponses } from './evaluate-responses.ts';
import { type NewApplication, insertApplicationWithConsent } from './insert-application.ts';
import { findOwnApplication } from '../reads.ts';

interface Attempt {
  /** A repeated call has the same id, so that it finds the row of the first attempt. */
  id: string;
  studyId: string;
  applicantId: string;
  responses: StudyApplication['responses'];
  consentVersion: number;
}

type ApplyFail = Fail<(typeof endpoint)['errors'][number]>;
type ApplyDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts' | 'readProfile'>;

export async function applyToStudy(
  deps: ApplyDeps,
  attempt: Omit<Attempt, 'id'>,
  { transact, fail }: { transact: Transact<Application>; fail: ApplyFail },
): Promise<Application> {
  const { studyId, applicantId } = attempt;
  const profile = await deps.readProfile(applicantId);
  const { reply, creatorId, change } = await transact<ProjectTables, Applied>(deps.db, async (trx, id) => {
    const study = await findShownStudy(trx, studyId, applicantId);
    if (!study) return fail('STUDY_NOT_FOUND');
    if (study.hasApplied) {
      const earlier = await findEarlierApplication(trx, { ...attempt, id }, fail);
      return { reply: earlier ?? fail('ALREADY_APPLIED') };
    }
    const blockedUntil = study.hasMissedMeeting ? await findNoShowBlock(trx, applicantId) : undefined;
    await assertMayApply(trx, study, { profile, blockedUntil }, fail);
    return insertOnce(deps, trx, { ...attempt, id }, study, fail);
  });
  if (creatorId === undefined) return reply;
  deps.openPages.notify([creatorId]);
  deps.openStudyCounts.invalidate(applicantId);
  if (change) updateOpenPages(deps, change);
  return reply;
}

/** If an earlier attempt of this call has applied, the researcher and the change of places are undefined. */
interface Applied {
  reply: Application;
  creatorId?: string;
  change?: Parameters<typeof updateOpenPages>[1] | undefined;
}

/**
 * If two applications come at once, only one insert succeeds. A repeated call gets ALREADY_APPLIED even if
 * the study is full or closed, so that participants learn that their answers arrived.
 */
async function insertOnce(
  deps: Pick<ApplyDeps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  attempt: Attempt,
  study: ShownStudy,
  fail: ApplyFail,
): Promise<Applied> {
  const { id, studyId, applicantId, responses, consentVersion } = attempt;
  const evaluation = evaluateResponses(study.screeners, responses);
  if (evaluation === 'INVALID') {
    return fail('INVALID_INPUT', [{ rule: 'answerEveryQuestion', field: 'responses' }]);
  }
  const isQualified = evaluation === 'QUALIFIED';
  const { hasExclusions, creatorId } = study;
  const application = { id, studyId, applicantId, responses, isQualified, consentVersion, hasExclusions };
  const notification = {
    userId: creatorId,
    key: `applied:${id}`,
    kind: 'NEW_APPLICANT' as const,
    params: { studyId: study.id, study: study.name, applicationId: id },
  };
  const insert = study.choosing === 'AT_ONCE' ? insertAtOnce : insertWithEmail;
  const { outcome, change } = await insert(deps, trx, application, study, notification);
  if (!outcome) return fail('STUDY_NOT_FOUND');
  if (!outcome.appliedAt) {
    const { recruitmentStatus: now, isSuspended, isMatched, isAgreed, isExcluded } = outcome;
    const repeated = await findEarlierApplication(trx, attempt, fail);
    if (repeated) return { reply: repeated };
    // The token of a suspended person stays valid for two seconds (kit/src/ended-sessions.ts), so we check
    // here too.
    if (isSuspended) throw new Failure('NOT_SIGNED_IN');
    if (!isMatched) return fail('MATCHING_WITHDRAWN');
    if (!isAgreed) return fail('CONSENT_NEEDED');
    if (isExcluded) return fail('STUDY_DOES_NOT_FIT');
    return fail(now === 'OPEN' ? 'ALREADY_APPLIED' : `STUDY_IS_${now}`);
  }
  const accepted = change && (await findOwnApplication(trx, applicantId, { studyId }));
  return { reply: accepted ?? describeNew(study, attempt, outcome.appliedAt), creatorId, change };
}

async function assertMayApply(
  trx: Db,
  study: ShownStudy,
  {
    profile,
    blockedUntil,
  }: { profile: Awaited<ReturnType<Deps['readProfile']>>; blockedUntil: Date | undefined },
  fail: ApplyFail,
): Promise<void> {
  const isAtOnce = study.choosing === 'AT_ONCE';
  const recruitmentStatus = toRecruitmentStatus(study);
  if (recruitmentStatus !== 'OPEN' && !(isAtOnce && recruitmentStatus === 'FULL'))
    fail(`STUDY_IS_${recruitmentStatus}`);
  // A job closes a study whose times are past, but only some minutes later (close-ended.ts).
  if (isPast(study, study.now)) fail('STUDY_IS_CLOSED');
  if (blockedUntil) fail('APPLYING_IS_BLOCKED', [{ rule: `blockedUntil ${blockedUntil.toISOString()}` }]);
  if (!hasProfile(profile)) return fail(profile);
  const [unmet] = unmetRequirements(study, profileAt(profile, study.publishedAt));
  if (unmet === 'GROUP') {
    // In an AT_ONCE study, an applicant whose quota is full must wait for the researcher's decision.
    if (!isAtOnce || !(await fitsAnyQuota(trx, study.id, profileAt(profile, study.publishedAt))))
      fail(hidesUnmet(study, profile) ? 'STUDY_DOES_NOT_FIT' : 'GROUP_IS_FULL');
  } else if (unmet !== undefined) fail('STUDY_DOES_NOT_FIT');
}

function describeNew(
  study: ShownStudy,
  { id, applicantId, responses, consentVersion }: Attempt,
  appliedAt: Date,
): Application {
  const { publicName, companyName, incentive, durationInMinutes, availableDates, survey, closesOn } = study;
  return {
    id,
    applicantId,
    status: 'PENDING',
    responses,
    appliedAt: appliedAt.toISOString(),
    history: [firstStep(appliedAt)],
    unreadMessages: 0,
    consent: toConsented({
      consentVersion,
      consentedAt: consentVersion > 0 ? appliedAt : null,
      consentWithdrawnAt: null,
      agreements: null,
    }),
    asksConsent: null,
    study: {
      id: study.id,
      publicName,
      companyName,
      incentive,
      durationInMinutes,
      ...toSurveyReply(survey, closesOn),
      choosing: study.choosing,
      availableDates,
      recruitmentStatus: 'OPEN',
      hasEnded: false,
    },
  };
}

/**
 * Queues the email together with the insert, which saves a round trip. If the insert is refused, both are
 * rolled back.
 */
async function insertWithEmail(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  application: NewApplication,
  study: ShownStudy,
  notification: NewNotification,
) {
  const [outcome] = await Promise.all([
    insertApplicationWithConsent(deps, trx, application, notification),
    study.hasApplicants || queueFirstApplicationEmail(deps, trx, study),
  ]);
  return { outcome, change: undefined };
}

/** With the lock on the study's row, no place is given twice. */
async function insertAtOnce(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  application: NewApplication,
  study: ShownStudy,
  notification: NewNotification,
) {
  const { id, applicantId, studyId } = application;
  const locked = await lockStudy(trx, studyId);
  const outcome = await insertApplicationWithConsent(deps, trx, application, notification);
  const isAccepted =
    application.isQualified && Boolean(outcome?.appliedAt) && (await isPlaceLeft(trx, locked, id));
  if (!isAccepted) {
    if (outcome?.appliedAt && !study.hasApplicants) await queueFirstApplicationEmail(deps, trx, study);
    return { outcome, change: undefined };
  }
  // If no time is booked before `expiresAt`, expire-bookings.ts ends the place with `returnToReview`, which
  // service.ts passes to it.
  if (!study.survey)
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
  const decisionId = randomUUIDv7();
  await updateDecided(trx, [id], { id: decisionId, status: 'ACCEPTED', byUserId: study.creatorId });
  const isOpenedOrFilled = await changeTakenPlaces(trx, locked, 1);
  const userIds = await notifyApplicantsOfDecision(deps, trx, decisionId);
  return { outcome, change: { studyId, isOpenedOrFilled, userIds } };
}

/** If two applications come first at the same time, both may queue the email. The queue sends only one. */
const queueFirstApplicationEmail = (
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  study: Pick<ShownStudy, 'id' | 'creatorId'>,
): Promise<void> =>
  queueEmails(deps, trx, [{ userId: study.creatorId, kind: 'APPLICANT_FIRST', about: study.id }]);

/** Returns the application of an earlier attempt of this call. Any other one to the study is an error. */
async function findEarlierApplication(
  db: Db,
  { id, studyId, applicantId }: Attempt,
  fail: ApplyFail,
): Promise<Application | undefined> {
  const own = await findOwnApplication(db, applicantId, { studyId });
  return own && own.id !== id ? fail('ALREADY_APPLIED') : own;
}
