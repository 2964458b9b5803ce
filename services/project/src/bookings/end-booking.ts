import { type Transaction, sql } from 'kysely';
import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import { type BookingState, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables, Db } from '../schema.ts';
import { lockSlots } from '../slots/locks.ts';
import { writePayables } from '../payables/write-payables.ts';
import { type LockedApplication, type LockedBooking, findLiveBooking, lockApplication } from './locks.ts';
import { queueChangeNotification } from './notify-of-booking.ts';
import { releaseBookingSeat } from './booking-seat.ts';
import { updateBooking } from './write-booking.ts';
import { LIVE_STATES, countsAsLate } from './states.ts';
import { type PersonNotification, notify } from '../notifications/notify.ts';
import { queueOffers, deleteWaiting } from './waiting-list/waiting-list.ts';

interface Ending {
  by: 'PARTICIPANT' | 'RESEARCHER';
  reason: string;
  /**
   * True if the researcher cannot hold the meeting. Then the seat is removed, so that no one else can book
   * it.
   */
  isSeatRemoved?: boolean;
  proposes?: Date | undefined;
}

/**
 * The caller must lock the application. If an offer was declined or a reservation was not used, no one is
 * notified.
 */
export async function endBooking(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  { application, booking }: { application: LockedApplication; booking: LockedBooking },
  { by, reason, isSeatRemoved = false, proposes }: Ending,
): Promise<{ state: BookingState; isLate: boolean; usersToUpdate: string[] }> {
  const { startsAt } = booking;
  const release = () =>
    Promise.all([
      releaseBookingSeat(trx, booking, { isRemoved: isSeatRemoved }),
      startsAt && queueOffers(deps, trx, booking.studyId),
    ]);
  const id = { id: booking.id, from: LIVE_STATES, by };
  if (!startsAt || booking.state === 'OFFERED') {
    await Promise.all([release(), updateBooking(trx, id, { state: 'LAPSED' })]);
    return { state: 'LAPSED', isLate: false, usersToUpdate: [] };
  }
  const state = `CANCELLED_BY_${by}` as const;
  const isOfParticipant = by === 'PARTICIPANT';
  const isLate = isOfParticipant && countsAsLate(booking, application);
  const sequence = booking.sequence + 1;
  const change = { bookingId: booking.id, sequence, starts: [startsAt], now: application.now };
  const notifications = composeEndNotifications(application, { ...booking, startsAt }, { by, proposes });
  await Promise.all([
    release(),
    updateBooking(trx, id, {
      state,
      cancel_reason: reason,
      sequence,
      ...(isLate ? { is_late: true } : {}),
      counts_as_attended:
        !isOfParticipant && startsAt.getTime() - application.now.getTime() < SHORT_NOTICE_HOURS * HOUR_MS,
    }),
    isOfParticipant
      ? queueChangeNotification(deps, trx, change)
      : writePayables(deps, trx, [application.applicationId]),
    notify(deps, trx, notifications),
  ]);
  return { state, isLate, usersToUpdate: notifications.map(({ userId }) => userId) };
}

/** The participant always gets an email, because its file removes the meeting from their calendar. */
function composeEndNotifications(
  { studyId, studyName, publicName, participantId, researcherId }: LockedApplication,
  { id, sequence, startsAt }: LockedBooking & { startsAt: Date },
  { by, proposes }: Pick<Ending, 'by' | 'proposes'>,
): PersonNotification[] {
  const about = `${id}:${sequence + 1}`;
  const params = { studyId, startsAt: startsAt.toISOString() };
  const ofParticipant = { userId: participantId, about, kind: 'MEETING_CANCELLED' } as const;
  const cancelled = { ...ofParticipant, params: { ...params, study: publicName } };
  // After a cancellation by the participant, notify-of-booking.ts sends the emails.
  if (by === 'RESEARCHER') {
    const proposed = proposes && { proposed: proposes.toISOString() };
    return [{ ...cancelled, params: { ...cancelled.params, ...proposed }, emailKind: 'MEETING_CANCELLED' }];
  }
  return [
    cancelled,
    { userId: researcherId, about, kind: 'TIME_CANCELLED', params: { ...params, study: studyName } },
  ];
}

/**
 * The caller must lock applications and study. All slots are locked before a quarter-hour lock is released;
 * another order could deadlock.
 */
export async function endApplicationBookings(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  applicationIds: readonly string[],
  ending: Ending,
): Promise<string[]> {
  const locked: { application: LockedApplication; booking: LockedBooking }[] = [];
  for (const applicationId of await findApplicationsWithBookings(trx, applicationIds)) {
    const application = await lockApplication(trx, applicationId);
    if (!application) continue;
    await deleteWaiting(trx, application);
    const booking = await findLiveBooking(trx, applicationId);
    if (booking && !(booking.startsAt && booking.startsAt <= application.now))
      locked.push({ application, booking });
  }
  const instants = locked.flatMap(({ booking }) => booking.startsAt ?? []);
  const [one] = locked;
  if (one && instants.length > 1) await lockSlots(trx, one.booking.studyId, instants);
  const usersToUpdate: string[] = [];
  for (const each of locked) usersToUpdate.push(...(await endBooking(deps, trx, each, ending)).usersToUpdate);
  return usersToUpdate;
}

/** Most declined applicants have no booking, so only those with one are read. */
async function findApplicationsWithBookings(
  trx: Transaction<ProjectTables>,
  applicationIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('project.applications as application')
    .select('application.application_id as id')
    .where('application.application_id', '=', anyOfIds(applicationIds))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('project.bookings as booking')
            .select('booking.booking_id')
            .whereRef('booking.application_id', '=', 'application.application_id')
            .where('booking.state', 'in', LIVE_STATES),
        ),
        eb.exists(
          eb
            .selectFrom('project.waiting as waiting')
            .select('waiting.participant_id')
            .whereRef('waiting.application_id', '=', 'application.application_id'),
        ),
      ]),
    )
    .orderBy('application.application_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Must be called when a suspension starts and when it ends. The caller must lock the researcher. */
export async function excuseBookings(trx: Db, researcherId: string): Promise<void> {
  // Future meetings take place as booked. Places and offers did not expire during the suspension, so people
  // get at least one more day for them.
  await sql`
    update project.bookings as booking set excused_at = case when excused_at is null then now() end,
      expires_at = case when excused_at is not null and expires_at is not null
        then greatest(expires_at, least(starts_at, now() + ${DAY_MS}::int * interval '1 millisecond'))
        else expires_at end
    where researcher_id = ${researcherId} and state in (${sql.join(LIVE_STATES)})
      and (expires_at is not null or case when excused_at is null then ends_at else starts_at end > now())
      and (excused_at is not null) <> exists (
        select from project.suspended_studies as suspended
        where suspended.study_id = booking.study_id)`.execute(trx);
}
