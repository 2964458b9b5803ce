import { type Transaction, sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Decision, decideApplicants as endpoint } from '@app/contracts/project/applicants.ts';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { MOST_STARTS } from '@app/contracts/project/submission-choices.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import { recordEvent } from '../../audit.ts';
import { MARKED_STATES, MEETING_STATES } from '../../bookings/states.ts';
import type { Deps } from '../../deps.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { type QuotaPlaces, findQuotaPlaces, findQuotaIndexes } from '../../studies/quotas.ts';
import { isStudyEnded } from '../../studies/reads.ts';
import { changeTakenPlaces, findPlacesLeft } from '../../studies/accepted-places.ts';
import { lockOwnStudy } from '../../studies/locks.ts';
import { endApplicationBookings } from '../../bookings/end-booking.ts';
import {
  DECISIONS,
  isLastStepUnnotified,
  notifyApplicantsOfDecision,
  updateNotifiedSteps,
} from '../notify-of-decision.ts';
import { COMES_FROM, updateDecided } from '../write-decision.ts';

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
  locked: readonly LockedApplication[],
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
  application: LockedApplication | undefined,
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

/**
 * Locks the applications before it reads details, so that it sees every new mark. The caller must lock the
 * study. `keepsPlace`: an incentive may be owed. `canUndo`: the decision is recent and not notified.
 */
async function lockApplications(
  trx: Db,
  {
    studyId,
    applicationIds,
    undoSeconds,
  }: { studyId: string; applicationIds: readonly string[]; undoSeconds: number },
) {
  const locking = trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', studyId)
    .where('application_id', '=', anyOfIds(applicationIds))
    .orderBy('application_id')
    .forUpdate()
    .execute();
  const reading = trx
    .selectFrom('project.applications as application')
    .leftJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .leftJoin('project.payables as payable', 'payable.application_id', 'application.application_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.decision_id as decisionId',
      sql<boolean>`step.at > now() - ${undoSeconds}::int * interval '1 second'
        and ${isLastStepUnnotified}`.as('canUndo'),
      sql<Date | null>`(select booking.starts_at from project.bookings as booking
        where booking.application_id = application.application_id and booking.state in (${sql.join(MEETING_STATES)})
          and booking.starts_at > now())`.as('meetingAt'),
      sql<boolean>`exists (select from project.waiting as waiting where waiting.application_id = application.application_id)
        or exists (select from project.bookings as booking where booking.application_id = application.application_id
          and booking.state in ('HELD', 'OFFERED'))`.as('waitsForTime'),
      sql<boolean>`exists (select from project.submissions as submission
        where submission.application_id = application.application_id
          and submission.status not in ('TIMED_OUT', 'RETURNED'))`.as('hasSubmission'),
      sql<boolean>`(select count(*) >= ${MOST_STARTS}::int or count(*) filter (where submission.status = 'RETURNED') > 0
        from project.submissions as submission
        where submission.application_id = application.application_id)`.as('hasNoStartLeft'),
      sql<boolean>`application.consent_withdrawn_at is not null`.as('hasWithdrawnConsent'),
      sql<boolean>`coalesce(payable.pesewas, 0) > 0 and payable.kind = 'INCENTIVE'
        or exists (select from project.possibly_entitled_applications(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as entitled
          where entitled.application_id = application.application_id)`.as('keepsPlace'),
      sql<boolean>`exists (select from project.bookings as booking where booking.application_id = application.application_id
        and booking.state in (${sql.join([...MEETING_STATES, ...MARKED_STATES, 'NOBODY_CAME'])}))`.as(
        'hasMeeting',
      ),
      // The applicant may have met the researcher in an earlier booking: an absence can be corrected even
      // after a new booking.
      sql<boolean>`coalesce((select bool_or(booking.state = 'ATTENDED')
          or (array_agg(booking.state order by booking.created_at desc, booking.booking_id desc))[1] in (${sql.join(MARKED_STATES)})
        from project.bookings as booking
        where booking.application_id = application.application_id and booking.state <> 'LAPSED'), false)`.as(
        'isMarked',
      ),
    ])
    .where('application.study_id', '=', studyId)
    .where('application.application_id', '=', anyOfIds(applicationIds))
    .execute();
  return (await Promise.all([locking, reading]))[1];
}
type LockedApplication = Awaited<ReturnType<typeof lockApplications>>[number];

async function updateUndone(
  trx: Db,
  decisionId: string,
  undone: readonly Pick<LockedApplication, 'id' | 'stepId'>[],
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
