import { sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { decideDispute as deciding, readDispute as reading } from '@app/contracts/project/disputes.ts';
import type { DisputeDetails } from '@app/contracts/project/admin-disputes.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { createHmac, timingSafeEqual, randomUUID } from 'node:crypto';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { writePayables } from '../../payables/write-payables.ts';
import type { Db } from '../../schema.ts';
import { endApplicationBookings } from '../end-booking.ts';
import { lockBooking } from '../locks.ts';
import { notify } from '../../notifications/notify.ts';
import { updateBooking } from '../write-booking.ts';
import type { ProjectConfig } from '../../config.ts';
import { queueEmails } from '../../emails/queue-email.ts';

export async function findReportedMeeting(db: Db, bookingId: string) {
  return db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .select([
      'study.name as studyName',
      'booking.starts_at as startsAt',
      'booking.marked',
      'booking.report_kind as reportKind',
      'booking.report_text as reportText',
      'booking.answer_text as answerText',
      'booking.reported_at as reportedAt',
      'booking.confirmed_at as confirmedAt',
      'booking.decided_at as decidedAt',
      'booking.state',
      'booking.number_shown_at as numberShownAt',
      'booking.calls',
      'booking.proven_at as provenAt',
    ])
    .where('booking.booking_id', '=', bookingId)
    .where('booking.reported_at', 'is not', null)
    .executeTakeFirst();
}
type Dispute = NonNullable<Awaited<ReturnType<typeof findReportedMeeting>>>;

/** A dispute may have ended without a decision, because of a later mark. */
export const isOpenDispute = ({ decidedAt, state }: Pick<Dispute, 'decidedAt' | 'state'>) =>
  decidedAt === null && (state === 'NO_SHOW' || state === 'NOBODY_CAME');

export async function readDispute(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { bookingId, token }: { bookingId: string; token: string },
  fail: Fail<(typeof reading)['errors'][number]>,
): Promise<ReplyOf<typeof reading>> {
  const dispute = isDisputeSecret(config, bookingId, token)
    ? await findReportedMeeting(db, bookingId)
    : undefined;
  if (!dispute?.reportKind || !dispute.startsAt) return fail('TOKEN_NOT_VALID');
  return {
    studyName: dispute.studyName,
    startsAt: dispute.startsAt.toISOString(),
    marked: dispute.marked,
    reportKind: dispute.reportKind,
    reportText: dispute.reportText ?? '',
    answerText: dispute.answerText,
    confirmedAt: dispute.confirmedAt?.toISOString() ?? null,
    numberShownAt: dispute.numberShownAt?.toISOString() ?? null,
    calls: dispute.calls,
    provenAt: dispute.provenAt?.toISOString() ?? null,
    canDecide: isOpenDispute(dispute),
  };
}

/**
 * If the researcher has deleted the account, the decision erases these texts. They were kept only for the
 * admin.
 */
const unlessResearcherLeft = (column: 'report_text' | 'answer_text') =>
  sql<string | null>`case when not exists (
    select from project.left_people where user_id = researcher_id) then ${sql.ref(column)} end`;

/**
 * If the participant is right, the meeting counts as attended. Then it is paid, and no other meeting is
 * needed.
 */
export async function applyDisputeDecision(
  deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'openPages'>,
  given: { bookingId: string; by: string | null; decision: 'PARTICIPANT' | 'RESEARCHER'; reason: string },
  fail: Fail<'DISPUTE_NOT_FOUND' | 'DISPUTE_IS_DECIDED'>,
): Promise<ReplyOf<typeof deciding>> {
  const { bookingId, by, decision, reason } = given;
  const { usersToUpdate, ...reply } = await transaction(deps.db, async (trx) => {
    const locked = await lockBooking(trx, { bookingId });
    if (!locked?.booking.reportedAt) return fail('DISPUTE_NOT_FOUND');
    const { application, booking } = locked;
    if (!isOpenDispute(booking)) return fail('DISPUTE_IS_DECIDED');
    const ofParticipant: BookingState = booking.state === 'NO_SHOW' ? 'ATTENDED' : 'NOBODY_CAME';
    const state = decision === 'PARTICIPANT' ? ofParticipant : (booking.marked ?? 'NO_SHOW');
    await updateBooking(
      trx,
      { id: bookingId, from: ['NO_SHOW', 'NOBODY_CAME'], by: 'ADMIN' },
      {
        state,
        decision,
        decision_reason: reason,
        decided_by: by,
        report_text: unlessResearcherLeft('report_text'),
        answer_text: unlessResearcherLeft('answer_text'),
        decided_at: sql<Date>`now()`,
        final_at: sql<Date>`least(final_at, now())`,
        has_pending_notification: false,
        counts_as_attended: state !== 'NO_SHOW',
      },
    );
    if (state === 'ATTENDED') {
      await endApplicationBookings(deps, trx, [application.applicationId], { by: 'RESEARCHER', reason: '' });
    }
    await writePayables(deps, trx, [application.applicationId]);
    await recordEvent(trx, 'DISPUTE_DECIDED', {
      about: by === null ? `by emailed link: ${bookingId}` : bookingId,
    });
    const { studyId, studyName, publicName, participantId, researcherId } = application;
    const startsAt = booking.startsAt?.toISOString() ?? '';
    const notification = { about: bookingId, kind: 'MEETING_DECIDED', emailKind: 'MEETING_DECIDED' } as const;
    await notify(deps, trx, [
      { ...notification, userId: participantId, params: { studyId, study: publicName, startsAt } },
      { ...notification, userId: researcherId, params: { studyId, study: studyName, startsAt } },
    ]);
    return { id: bookingId, state, usersToUpdate: [participantId, researcherId] };
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return reply;
}

/** Decides by the link in the email, which names the dispute. */
export async function decideDispute(
  deps: Parameters<typeof applyDisputeDecision>[0],
  { token, ...given }: Omit<Parameters<typeof applyDisputeDecision>[1], 'by'> & { token: string },
  fail: Fail<(typeof deciding)['errors'][number]>,
): Promise<ReplyOf<typeof deciding>> {
  if (!isDisputeSecret(deps.config, given.bookingId, token)) return fail('TOKEN_NOT_VALID');
  return applyDisputeDecision(deps, { ...given, by: null }, (code) =>
    fail(code === 'DISPUTE_NOT_FOUND' ? 'TOKEN_NOT_VALID' : code),
  );
}

export async function readMeetingDispute(db: Db, bookingId: string): Promise<DisputeDetails | undefined> {
  const dispute = await db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.applications as application', 'application.application_id', 'booking.application_id')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .select([
      'booking.participant_id as participantId',
      'booking.researcher_id as researcherId',
      'application.participant_code as participantCode',
      'study.incentive',
      'booking.starts_at as startsAt',
      'booking.report_kind as reportKind',
      'booking.marked',
      'booking.report_text as participantText',
      'booking.answer_text as researcherText',
      'booking.decision',
      'booking.decision_reason as decisionReason',
      'booking.calls',
      'booking.number_shown_at as numberShownAt',
      'booking.proven_at as provenAt',
    ])
    .where('booking.booking_id', '=', bookingId)
    .executeTakeFirst();
  if (!dispute) return undefined;
  const steps = await db
    .selectFrom('project.booking_steps')
    .select(['state', 'at'])
    .where('booking_id', '=', bookingId)
    .execute();
  const { calls, numberShownAt, provenAt, startsAt, ...details } = dispute;
  const history = [
    ...steps.map(({ state, at }) => ({ at: at.toISOString(), event: state })),
    ...calls.map((at) => ({ at, event: 'CALLED' })),
    ...(numberShownAt ? [{ at: numberShownAt.toISOString(), event: 'NUMBER_SHOWN' }] : []),
    ...(provenAt ? [{ at: provenAt.toISOString(), event: 'PROVEN' }] : []),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return { ...details, startsAt: startsAt?.toISOString() ?? null, rejectionReason: null, history };
}

type Keys = Pick<ProjectConfig, 'PROJECT_SIGNING_KEYS'>;

const secretBy = (key: string, bookingId: string) =>
  createHmac('sha256', key).update(`dispute ${bookingId}`).digest('base64url');

/** The secret of the link is an HMAC of the booking's id, so it need not be stored. */
export function disputeSecret({ PROJECT_SIGNING_KEYS: [first] }: Keys, bookingId: string): string {
  return secretBy(first.d, bookingId);
}

/** Links that were signed with an older key are valid too. */
function isDisputeSecret({ PROJECT_SIGNING_KEYS }: Keys, bookingId: string, secret: string): boolean {
  const given = Buffer.from(secret);
  return PROJECT_SIGNING_KEYS.some(({ d }) => {
    const known = Buffer.from(secretBy(d, bookingId));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}

/** Lists disputes for operators, without names, numbers or texts. */
export function createDisputeCommands({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  const open = db
    .selectFrom('project.bookings as booking')
    .innerJoin('project.studies as study', 'study.study_id', 'booking.study_id')
    .where(sql<boolean>`project.is_open_dispute(booking.state, booking.reported_at, booking.decided_at)`)
    .where(sql<boolean>`coalesce(booking.final_at <= now(), true)`);
  return {
    list: (most: number) =>
      open
        .select([
          'booking.booking_id as id',
          'study.name as studyName',
          'booking.starts_at as startsAt',
          sql<number>`floor(extract(epoch from now() - booking.reported_at) / 3600)::int`.as('openHours'),
        ])
        .orderBy('booking.reported_at')
        .limit(most)
        .execute(),

    async sendAgain(bookingId: string): Promise<boolean> {
      const dispute = await open
        .select('booking.researcher_id as userId')
        .where('booking.booking_id', '=', bookingId)
        .executeTakeFirst();
      if (!dispute) return false;
      // If a second email has the same kind and `about`, the queue drops it, so a random id is added.
      const about = `${bookingId}:${randomUUID()}`;
      await transaction(db, (trx) =>
        queueEmails({ jobs }, trx, [{ ...dispute, kind: 'ATTENDANCE_DISPUTED', about }]),
      );
      return true;
    },
  };
}

const KIND = 'DISPUTED_72';
const BATCH = 500;

/**
 * Payment waits for this decision. Row and email are written in one transaction, so the reminder is sent
 * once. After a month, only the list for operators shows the dispute.
 */
export async function remindOfDisputes({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; userId: string }>`
      with due as (
        select booking_id, starts_at, researcher_id as user_id from project.bookings as booking
        where project.is_open_dispute(booking.state, booking.reported_at, booking.decided_at)
          and booking.reported_at <= now() - interval '72 hours' and booking.reported_at > now() - interval '30 days'
          and not exists (select from project.reminders as sent
            where sent.about_id = booking.booking_id and sent.kind = ${KIND})
        order by booking.reported_at limit ${BATCH}
      ), recorded as (
        insert into project.reminders (about_id, kind, starts_at)
        select booking_id, ${KIND}, starts_at from due on conflict do nothing returning about_id
      )
      select booking_id as id, user_id as "userId" from due join recorded on about_id = booking_id`.execute(
      trx,
    );
    await queueEmails(
      { jobs },
      trx,
      rows.map(({ id, userId }) => ({ userId, kind: 'ATTENDANCE_DISPUTED', about: `${id}:${KIND}` })),
    );
  });
}

export function countOpenDisputes(db: Db) {
  return countWaiting(
    db,
    'DISPUTE',
    sql`select reported_at as since from project.bookings
      where project.is_open_dispute(state, reported_at, decided_at) and coalesce(final_at <= now(), true)`,
  );
}
