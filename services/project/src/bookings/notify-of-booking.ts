import { type Transaction, sql } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { EmailKind } from '@app/contracts/emails.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { type EmailRequest, queueDebouncedEmail, queueEmails } from '../emails/queue-email.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { hashedDetails, notifyOfPlaces } from './notify-of-place.ts';
import { MEETING_STATES, isOneOf } from './states.ts';

interface Change {
  bookingId: string;
  sequence: number;
}
/** If `sequence` is absent, the notification is about all changes of the booking. */
type PendingChange = Pick<Change, 'bookingId'> & Partial<Change>;

/** If a later change has a job of its own, the job of this change does nothing. */
export const MEETING_CHANGES: Queue<Change> = { name: 'meeting-changes' };

/** If more changes come while this job waits, it is about them too. */
export const FURTHER_CHANGES: Queue<PendingChange> = {
  name: 'further-meeting-changes',
  isDebounced: true,
};

const SOON_MINUTES = 60;

/**
 * An email that waits could arrive after the start. So if a meeting starts soon, people are notified of its
 * change at once.
 */
const isSoon = (starts: readonly (Date | null | undefined)[], now: Date): boolean =>
  starts.some((startsAt) => startsAt && startsAt.getTime() - now.getTime() < SOON_MINUTES * MINUTE_MS);

export async function queueChangeNotification(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  { starts, now, ...change }: Change & { starts: readonly (Date | null | undefined)[]; now: Date },
): Promise<void> {
  const afterSeconds = isSoon(starts, now) ? 0 : config.DECISION_NOTICE_SECONDS;
  await jobs.send(trx, MEETING_CHANGES, change, { afterSeconds });
}

/**
 * If the job runs again, it finds nothing new. `notified_starts_at` is the time that both sides know, or null
 * if they know of no meeting.
 */
export async function notifyChange(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  change: PendingChange,
): Promise<void> {
  await transaction(db, async (trx) => {
    const booking = await lockChangedBooking(trx, change);
    const emails = booking && changeEmails(booking);
    if (booking && !emails) await notifyOfPlaces({ jobs, config }, trx, { bookingId: booking.id });
    if (!emails) return;
    const { id, notifiedStartsAt, startsAt, now } = booking;
    const isUrgent = isSoon([notifiedStartsAt, startsAt], now);
    if (!isUrgent && (await jobs.isWaiting(trx, FURTHER_CHANGES, id))) return;
    await setNotifiedStart(trx, id);
    await queueEmails({ jobs }, trx, [emails.toParticipant]);
    await emailResearcher({ jobs }, trx, emails.toResearcher, booking);
    const afterSeconds = config.FURTHER_CHANGES_SECONDS;
    await jobs.send(trx, FURTHER_CHANGES, { bookingId: id }, { key: id, afterSeconds });
  });
}

export async function setNotifiedStart(trx: Db, bookingId: string): Promise<void> {
  await trx
    .updateTable('project.bookings as booking')
    .from('project.studies as study')
    .set({
      notified_starts_at: sql<Date | null>`case when booking.state <> 'CANCELLED_BY_PARTICIPANT' then booking.starts_at end`,
      notified_details: hashedDetails,
    })
    .where('booking_id', '=', bookingId)
    .whereRef('study.study_id', '=', 'booking.study_id')
    .execute();
}

const lockChangedBooking = (trx: Transaction<ProjectTables>, { bookingId, sequence }: PendingChange) =>
  trx
    .selectFrom('project.bookings')
    .select([
      'booking_id as id',
      'sequence',
      'state',
      'starts_at as startsAt',
      'notified_starts_at as notifiedStartsAt',
      'participant_id as participantId',
      'researcher_id as researcherId',
      'study_id as studyId',
      sql<Date>`now()`.as('now'),
    ])
    .where('booking_id', '=', bookingId)
    .$if(sequence !== undefined, (query) => query.where('sequence', '=', sequence!))
    .forNoKeyUpdate()
    .executeTakeFirst();
type ChangedBooking = NonNullable<Awaited<ReturnType<typeof lockChangedBooking>>>;

function changeEmails(
  booking: ChangedBooking,
): { toParticipant: EmailRequest; toResearcher: EmailRequest } | undefined {
  const { id, sequence, state, startsAt, notifiedStartsAt: was, participantId, researcherId } = booking;
  const emails = (about: string, kind: EmailKind, kindToResearcher: EmailKind) => ({
    toParticipant: { userId: participantId, about, kind },
    toResearcher: { userId: researcherId, about, kind: kindToResearcher },
  });
  // The time may change again before the email is written, so the sequence is stored with it (emails.ts).
  const about = `${id}:${sequence}.`;
  if (isOneOf(MEETING_STATES, state) && startsAt) {
    const time = startsAt.getTime();
    if (was === null) return emails(`${about}${time}`, 'MEETING_BOOKED', 'TIME_BOOKED');
    if (was.getTime() === time) return undefined;
    return emails(`${about}${time}:${was.toISOString()}`, 'MEETING_MOVED', 'TIME_MOVED');
  }
  if (state !== 'CANCELLED_BY_PARTICIPANT' || was === null) return undefined;
  return emails(`${about}:${was.toISOString()}`, 'MEETING_CANCELLED', 'TIME_CANCELLED');
}

/**
 * One email lists everyone who booked the same slot within 15 minutes. Its key is the slot, because the first
 * booking may be cancelled by then.
 */
async function emailResearcher(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  email: EmailRequest,
  { id, sequence, studyId, startsAt, now }: ChangedBooking,
): Promise<void> {
  const isDebounced =
    email.kind === 'TIME_BOOKED' &&
    startsAt &&
    !isSoon([startsAt], now) &&
    (await trx
      .selectFrom('project.bookings')
      .select('booking_id')
      .where('study_id', '=', studyId)
      .where('booking_id', '<>', id)
      .where('state', 'in', MEETING_STATES)
      .where('starts_at', '=', startsAt)
      .whereRef('notified_starts_at', '=', 'starts_at')
      .limit(1)
      .executeTakeFirst());
  if (!isDebounced) return queueEmails(deps, trx, [email]);
  const time = startsAt.toISOString();
  return queueDebouncedEmail(
    deps,
    trx,
    { ...email, about: `${id}:${sequence}:${time}` },
    `${studyId}:${time}`,
  );
}
