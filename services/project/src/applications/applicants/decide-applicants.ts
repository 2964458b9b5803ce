import type { Transaction } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Decision, decideApplicants as endpoint } from '@app/contracts/project/applicants.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { type QuotaPlaces, findQuotaPlaces, findQuotaIndexes } from '../../studies/quotas.ts';
import { isStudyEnded } from '../../studies/reads.ts';
import { changeTakenPlaces, findPlacesLeft } from '../../studies/accepted-places.ts';
import { lockOwnStudy } from '../../studies/locks.ts';
import { endApplicationBookings } from '../../bookings/end-booking.ts';
import { DECISIONS, notifyApplicantsOfDecision, updateNotifiedSteps } from '../notify-of-decision.ts';
import { COMES_FROM, updateDecided } from '../write-decision.ts';
import { type ApplicationToDecide, lockApplications } from './lock-applications.ts';

/** Returns the ids of the people whose pages have changed. */
async function endReversed(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  ended: readonly { id: string }[],
): Promise<string[]> {
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  // These participants have booked or begun something since, so they are notified that the acceptance was
  // undone.
  await updateNotifiedSteps(trx, ids);
  return endApplicationBookings(deps, trx, ids, { by: 'RESEARCHER', reason: '' });
}

/**
 * The lock on the study's row gives places to one call at a time. A decision that ends a meeting, an offer or
 * a waiting-list entry cannot be undone, so only such a decision is notified at once.
 */
export async function decideApplicants(
  {
    db,
    jobs,
    config,
    openPages,
    openStudyCounts,
  }: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  { studyId, userId }: { studyId: string; userId: string },
  decision: Decision,
  {
    transact,
    fail,
  }: { transact: Transact<ReplyOf<typeof endpoint>>; fail: Fail<(typeof endpoint)['errors'][number]> },
): Promise<ReplyOf<typeof endpoint>> {
  const { reply, hasOpenedOrFilled, toRefresh } = await transact(db, async (trx, id) => {
    const study = await lockOwnStudy(trx, { studyId, userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    if (study.isSuspended && decision.status === 'ACCEPTED') return fail('STUDY_IS_SUSPENDED');
    const ids = decision.applicationIds.map((given) => given.toLowerCase());
    const undoSeconds = config.DECISION_NOTICE_SECONDS;
    const [places, locked, quotas, quotaIndexes] = await Promise.all([
      findPlacesLeft(trx, study),
      lockApplications(trx, { studyId: study.id, applicationIds: ids, undoSeconds }),
      findQuotaPlaces(trx, study),
      findQuotaIndexes(trx, study, ids),
    ]);
    const { transitioned, accepted, taken, reversed, ...result } = evaluateDecisions(ids, locked, {
      ...decision,
      id,
      places,
      unfilled: study.unfilled,
      hasEnded: study.state === 'CLOSED' && (await isStudyEnded(trx, study.id)),
      quotas: study.hasQuotas ? { places: quotas, of: quotaIndexes } : undefined,
    });
    const usersToUpdate: string[] = [];
    let isNotifiedNow = false;
    let written: Promise<unknown> | undefined;
    if (transitioned.length > 0) {
      // Bookings end before places are counted. Otherwise the payable of a meeting could fill the study and
      // then open it again.
      const ended = locked.filter((one) => reversed.includes(one.id) && (one.meetingAt || one.waitsForTime));
      usersToUpdate.push(...(await endReversed({ jobs, config }, trx, ended)));
      const undone = locked.filter(
        (one) =>
          transitioned.includes(one.id) &&
          one.canUndo &&
          decision.status === 'PENDING' &&
          !ended.includes(one),
      );
      written = Promise.all([
        updateDecided(trx, transitioned, { ...decision, id, byUserId: userId }),
        undone.length > 0 && updateUndone(trx, id, undone),
        recordEvent(trx, 'APPLICANTS_DECIDED', { userId, about: study.id }),
      ]);
      isNotifiedNow = ended.length > 0;
      usersToUpdate.push(
        ...locked.filter((one) => transitioned.includes(one.id)).map(({ applicantId }) => applicantId),
      );
    }
    const [isOpenedOrFilled] = await Promise.all([
      changeTakenPlaces(trx, study, accepted),
      isNotifiedNow
        ? notifyApplicantsOfDecision({ jobs }, trx, id)
        : transitioned.length > 0 &&
          jobs.send(trx, DECISIONS, { decisionId: id }, { afterSeconds: undoSeconds }),
      written,
    ]);
    return {
      reply: { ...result, placesLeft: places - taken },
      hasOpenedOrFilled: isOpenedOrFilled,
      toRefresh: usersToUpdate,
    };
  });
  openPages.notifyChanged(toRefresh);
  if (hasOpenedOrFilled) {
    openStudyCounts.invalidate();
    openPages.notifyApplicants(studyId);
  }
  return reply;
}

interface DecisionRequest {
  id: string;
  status: Decision['status'];
  cancelsMeeting?: boolean | undefined;
  places: number;
  unfilled: number;
  hasEnded: boolean;
  quotas: { places: readonly QuotaPlaces[]; of: ReadonlyMap<string, number> } | undefined;
}

type Because = DecisionResult['undecided'][number]['because'];
const MEETING_REASONS: ReadonlySet<Because> = new Set<Because>(['HAS_MEETING', 'APPLICANT_HAS_ACTED']);

interface DecisionResult extends Omit<ReplyOf<typeof endpoint>, 'placesLeft'> {
  /** Applications that this call has changed. An earlier attempt of the call may have changed others. */
  transitioned: string[];
  reversed: string[];
  /** How much the number of accepted applicants changes. Negative if acceptances end. */
  accepted: number;
  /**
   * How much the number of places in use changes. A place for which an incentive may still be owed does not
   * become free.
   */
  taken: number;
}

/** Applications are decided in the given order, so the first ones get the last places. */
function evaluateDecisions(
  ids: readonly string[],
  locked: readonly ApplicationToDecide[],
  { id, status, cancelsMeeting = false, places, unfilled, hasEnded, quotas }: DecisionRequest,
): DecisionResult {
  const known = new Map(locked.map((application) => [application.id, application]));
  const sorted: DecisionResult = {
    decided: [],
    undecided: [],
    transitioned: [],
    reversed: [],
    accepted: 0,
    taken: 0,
  };
  const taken = new Map<number | undefined, { accepted: number; taken: number }>();
  for (const applicationId of ids) {
    const application = known.get(applicationId);
    const isDecidedBefore = application?.decisionId === id;
    const left = application?.keepsPlace ? unfilled - sorted.accepted : places - sorted.taken;
    const quota = quotas?.of.get(applicationId);
    const takenOfQuota = taken.get(quota) ?? { accepted: 0, taken: 0 };
    taken.set(quota, takenOfQuota);
    const given = quotas?.places[quota ?? -1] ?? { left: 0, unfilled: 0 };
    const leftInQuota = application?.keepsPlace
      ? given.unfilled - takenOfQuota.accepted
      : given.left - takenOfQuota.taken;
    const because = isDecidedBefore
      ? undefined
      : undecidedReason(application, status, {
          cancelsMeeting,
          left,
          hasEnded,
          leftInQuota: quotas ? leftInQuota : left,
        });
    if (because !== undefined) {
      const which = because === 'QUOTA_IS_FULL' && quota !== undefined ? { quota } : {};
      const startsAt = application?.meetingAt?.toISOString();
      const when = MEETING_REASONS.has(because) && startsAt !== undefined ? { startsAt } : {};
      sorted.undecided.push({ applicationId, because, ...which, ...when });
      continue;
    }
    sorted.decided.push(applicationId);
    if (isDecidedBefore) continue;
    sorted.transitioned.push(applicationId);
    if (application?.status === 'ACCEPTED' || application?.meetingAt) sorted.reversed.push(applicationId);
    const change = Number(status === 'ACCEPTED') - Number(application?.status === 'ACCEPTED');
    for (const count of [sorted, takenOfQuota]) {
      count.accepted += change;
      if (!application?.keepsPlace) count.taken += change;
    }
  }
  return sorted;
}

function undecidedReason(
  application: ApplicationToDecide | undefined,
  wanted: Decision['status'],
  study: { cancelsMeeting: boolean; left: number; hasEnded: boolean; leftInQuota: number },
): Because | undefined {
  if (!application) return 'NOT_FOUND';
  if (!(COMES_FROM[wanted] as readonly string[]).includes(application.status))
    return `IS_${application.status}`;
  if (application.hasSubmission) return 'HAS_SUBMISSION';
  if (wanted !== 'ACCEPTED' && application.status !== 'DECLINED' && application.isMarked)
    return 'MEETING_IS_MARKED';
  if (wanted !== 'ACCEPTED' && application.meetingAt && !study.cancelsMeeting)
    return application.canUndo ? 'APPLICANT_HAS_ACTED' : 'HAS_MEETING';
  if (wanted !== 'ACCEPTED') return undefined;
  if (application.hasNoStartLeft) return 'HAS_SUBMISSION';
  if (application.hasWithdrawnConsent) return 'IS_WITHDRAWN';
  if (study.left <= 0) return 'NO_PLACE_LEFT';
  if (study.leftInQuota <= 0) return 'QUOTA_IS_FULL';
  return study.hasEnded && !application.hasMeeting ? 'NO_TIME_LEFT' : undefined;
}

async function updateUndone(
  trx: Db,
  decisionId: string,
  undone: readonly Pick<ApplicationToDecide, 'id' | 'stepId'>[],
): Promise<void> {
  await trx
    .updateTable('project.application_steps')
    .set({ is_undone: true })
    .where((eb) =>
      eb.or([
        eb('step_id', '=', anyOfIds(undone.flatMap(({ stepId }) => stepId ?? []))),
        eb.and([
          eb('decision_id', '=', decisionId),
          eb('application_id', '=', anyOfIds(undone.map(({ id }) => id))),
        ]),
      ]),
    )
    .execute();
}
