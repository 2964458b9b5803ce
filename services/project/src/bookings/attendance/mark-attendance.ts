import { type Transaction, sql } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import {
  LATE_MINUTES,
  countedCalls,
  OPEN_HOURS,
  SHORT_NOTICE_HOURS,
} from '@app/contracts/project/meeting-choices.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import type { markAttendance as endpoint } from '@app/contracts/project/attendance.ts';
import { readClock, transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { lockUnsuspendedPerson } from '../../suspensions/locks.ts';
import { writePayables } from '../../payables/write-payables.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { releaseBookingSeat } from '../booking-seat.ts';
import { endBooking, endApplicationBookings } from '../end-booking.ts';
import {
  type LockedApplication,
  type LockedBooking,
  findLiveBooking,
  lockBooking,
  isOutdatedAt,
} from '../locks.ts';
import { describeBookingsForResearcher, findMeeting } from '../researcher-bookings.ts';
import { enterProofWord } from '../proof-words.ts';
import { MARKED_STATES, MEETING_STATES, isOneOf, stateBeforeMark, correctableUntil } from '../states.ts';
import { notify } from '../../notifications/notify.ts';
import { deleteWaiting } from '../waiting-list/waiting-list.ts';
import { updateBooking } from '../write-booking.ts';

type Outcome = BodyOf<typeof endpoint>['outcome'];
type MarkFail = Fail<(typeof endpoint)['errors'][number]>;
interface LockedMark {
  application: LockedApplication;
  booking: LockedBooking;
}

/**
 * If an absence becomes attended, later bookings are cancelled. A mark that agrees with the participant's
 * report ends the dispute. Any other mark only states what the researcher says.
 */
export async function markAttendance(
  deps: Pick<Deps, 'db' | 'jobs' | 'callIdentity' | 'config' | 'openPages'>,
  { outcome, word, ...own }: { bookingId: string; researcherId: string } & BodyOf<typeof endpoint>,
  fail: MarkFail,
): Promise<ResearcherBooking> {
  const { usersToUpdate = [], refusal } = await transaction(deps.db, async (trx) => {
    // A suspended researcher cannot mark an absence. The lock makes the end of a suspension wait.
    if (outcome === 'NO_SHOW') await lockUnsuspendedPerson(trx, own.researcherId);
    const locked = await lockBooking(trx, own);
    if (!locked) return fail('BOOKING_NOT_FOUND');
    const { application, booking } = locked;
    if (word !== undefined) {
      if (booking.startsAt && application.now < booking.startsAt) return fail('MEETING_NOT_STARTED');
      const wrong = await enterProofWord(trx, own.bookingId, word);
      if (wrong) return { refusal: wrong };
    }
    if (outcome === 'NO_SHOW' && booking.excusedAt) return fail('ABSENCE_IS_EXCUSED');
    const isChanged =
      outcome === 'UNMARKED'
        ? await undoMark(deps, trx, locked, fail)
        : await markBooking(deps, trx, locked, outcome, fail);
    if (!isChanged) return { usersToUpdate: word === undefined ? [] : [application.participantId] };
    if (outcome === 'ATTENDED' && (await isOutdatedAt(trx, application, booking.startsAt)))
      return fail('THEIR_CONSENT_OUTDATED');
    const isCorrection = booking.state === 'NO_SHOW' && outcome === 'ATTENDED';
    if (isCorrection) {
      await endApplicationBookings(deps, trx, [application.applicationId], { by: 'RESEARCHER', reason: '' });
      if (booking.reportedAt) await notify(deps, trx, [settledNotification(application, booking)]);
    }
    await Promise.all([
      writePayables(deps, trx, [application.applicationId]),
      recordEvent(trx, 'ATTENDANCE_MARKED', { userId: own.researcherId, about: own.bookingId }),
    ]);
    return { usersToUpdate: [application.participantId] };
  });
  if (refusal) return fail(refusal);
  deps.openPages.notifyChanged(usersToUpdate);
  const row = await findMeeting(deps.db, own.researcherId, own.bookingId);
  const [described] = row ? await describeBookingsForResearcher(deps, [row]) : [];
  return described ?? fail('BOOKING_NOT_FOUND');
}

const settledNotification = (
  { participantId, studyId, publicName }: LockedApplication,
  { id, startsAt }: LockedBooking,
) => ({
  userId: participantId,
  about: id,
  kind: 'MEETING_DECIDED' as const,
  params: { studyId, study: publicName, startsAt: startsAt?.toISOString() ?? '' },
});

/** Returns false if the booking already has this mark. */
async function markBooking(
  { config }: Pick<Deps, 'config'>,
  trx: Transaction<ProjectTables>,
  { application, booking }: LockedMark,
  outcome: Exclude<Outcome, 'UNMARKED'>,
  fail: MarkFail,
): Promise<boolean> {
  const { id, state, startsAt, markedAt } = booking;
  if (state === outcome) return false;
  const mustCall = outcome === 'NO_SHOW' && application.meetingWay === 'PHONE' && startsAt;
  const hasTooFewCalls = mustCall && !countedCalls(booking.calls, startsAt.toISOString()).isEnough;
  const isDisputed = state === 'NOBODY_CAME' && booking.decidedAt === null;
  if (isDisputed && hasTooFewCalls) return fail('TOO_FEW_CALLS');
  if (isDisputed && outcome !== 'TURNED_AWAY') {
    return (
      (await updateBooking(
        trx,
        { id, from: ['NOBODY_CAME'], by: 'RESEARCHER' },
        { state, marked: outcome, marked_at: sql<Date>`now()` },
      )) !== undefined
    );
  }
  if (state === 'NO_SHOW' && outcome === 'ATTENDED') {
    if (!correctableUntil({ state, markedAt, isDecided: booking.decidedAt !== null }, application.now))
      return fail('BOOKING_IS_FINAL');
  } else if (!isDisputed && !isOneOf(MEETING_STATES, state)) {
    return fail(
      state === 'ATTENDED' || state === 'NO_SHOW' || state === 'TURNED_AWAY'
        ? 'BOOKING_IS_FINAL'
        : 'BOOKING_HAS_ENDED',
    );
  }
  const from = (startsAt?.getTime() ?? Infinity) + (outcome === 'NO_SHOW' ? LATE_MINUTES * MINUTE_MS : 0);
  if (application.now.getTime() < from) return fail('MEETING_NOT_STARTED');
  if (hasTooFewCalls) return fail('TOO_FEW_CALLS');
  return (
    (await updateBooking(
      trx,
      { id, from: [state], by: 'RESEARCHER' },
      {
        state: outcome,
        marked: outcome,
        marked_at: sql<Date>`now()`,
        ...(state === 'NO_SHOW' && booking.reportedAt
          ? { final_at: sql<Date>`now()`, has_pending_notification: false }
          : {
              final_at: sql<Date>`now() + ${config.ATTENDANCE_UNDO_SECONDS}::int * interval '1 second'`,
              has_pending_notification: true,
            }),
        counts_as_attended: outcome !== 'NO_SHOW',
      },
    )) !== undefined
  );
}

/** If a mark was disputed, undoing it agrees with the participant. So the report is removed too. */
async function undoMark(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  { application, booking }: LockedMark,
  fail: MarkFail,
): Promise<boolean> {
  const { id, state, markedAt, finalAt } = booking;
  const before = stateBeforeMark(booking);
  if (isOneOf(MEETING_STATES, state) || (state === before && markedAt === null)) return false;
  if (!isOneOf(MARKED_STATES, state)) return fail('BOOKING_HAS_ENDED');
  // The call may have waited for a lock, and the mark may be final by now. So the time is read again.
  if (finalAt === null || finalAt <= (await readClock(trx))) return fail('BOOKING_IS_FINAL');
  if (isOneOf(MEETING_STATES, before)) {
    const live = await findLiveBooking(trx, booking.applicationId);
    const hasMeeting = live && isOneOf(MEETING_STATES, live.state);
    if (hasMeeting || (await hasBookedSince(trx, booking))) return fail('APPLICANT_HAS_ACTED');
    if (live) await endBooking(deps, trx, { application, booking: live }, { by: 'RESEARCHER', reason: '' });
    await deleteWaiting(trx, application);
  }
  const change = {
    state: before,
    marked: null,
    marked_at: null,
    final_at: null,
    has_pending_notification: false,
    counts_as_attended: false,
    ...(booking.reportKind === 'NOT_A_NO_SHOW' ? NO_REPORT : {}),
  };
  return (await updateBooking(trx, { id, from: [state], by: 'RESEARCHER' }, change)) !== undefined;
}

async function hasBookedSince(trx: Db, { id, applicationId, markedAt }: LockedBooking): Promise<boolean> {
  const row = await trx
    .selectFrom('project.bookings')
    .select('booking_id')
    .where('application_id', '=', applicationId)
    .where('booking_id', '<>', id)
    .where('booked_at', '>=', markedAt)
    .executeTakeFirst();
  return row !== undefined;
}

const NO_REPORT = { report_kind: null, report_text: null, reported_at: null, answer_text: null };

const BATCH = 500;

/** True if people were notified a day before that they need not come. Without a mark, they did not. */
export const isCalledOff = sql<boolean>`
  coalesce(booking.excused_at <= booking.starts_at - ${SHORT_NOTICE_HOURS}::int * interval '1 hour', false)`;

/**
 * If no one marks a booking in time, it is marked as attended, or cancelled if a suspension called it off. A
 * disputed booking is in another state, so it is not marked.
 */
export async function markUnmarked({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows } = await sql<{
      id: string;
      applicationId: string;
      studyId: string;
      startsAt: Date;
      isCalledOff: boolean;
    }>`
      with due as (
        select booking_id, ${isCalledOff} as is_called_off from project.bookings as booking
        where state in ('BOOKED', 'CONFIRMED') and ends_at <= now() - ${OPEN_HOURS}::int * interval '1 hour'
        order by starts_at limit ${BATCH} for update skip locked
      ), ended as (
        update project.bookings as booking
        set state = case when is_called_off then 'CANCELLED_BY_RESEARCHER' else 'ATTENDED' end,
          marked_at = case when not is_called_off then now() end,
          final_at = case when not is_called_off then now() end, counts_as_attended = not is_called_off
        from due where booking.booking_id = due.booking_id
        returning booking.*, is_called_off
      ), recorded as (
        insert into project.booking_steps (booking_id, state, starts_at, made_by)
        select booking_id, state, starts_at, 'SYSTEM' from ended
      )
      select booking_id as id, application_id as "applicationId", study_id as "studyId", starts_at as "startsAt",
        is_called_off as "isCalledOff"
      from ended`.execute(trx);
    for (const booking of rows) if (booking.isCalledOff) await releaseBookingSeat(trx, booking);
    await writePayables(
      { jobs },
      trx,
      rows.map(({ applicationId }) => applicationId),
    );
  });
}
