import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import { transaction, anyOfIds, readClock } from '@app/kit/database.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../schema.ts';
import { lockApplication, readBookings } from '../locks.ts';
import { type SlotRefusal, meetingEnd, placeBooking } from '../booking-seat.ts';
import { insertBooking } from '../write-booking.ts';
import { LIVE_STATES } from '../states.ts';
import { notify } from '../../notifications/notify.ts';
import { lockSuspension } from '../../suspensions/locks.ts';
import { listWaitingPeople, hasIgnoredOffers } from './waiting-list.ts';

type OfferDeps = Pick<Deps, 'db' | 'jobs' | 'openPages'>;

/** Offers are made only between these hours (GMT), when people read emails. */
const DAY_START_HOUR = 7;
const DAY_END_HOUR = 21;

export function addWakingHours(from: Date, hours: number): Date {
  let [at, left] = [from.getTime(), hours * HOUR_MS];
  for (;;) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS;
    const begins = Math.max(at, midnight + DAY_START_HOUR * HOUR_MS);
    const awake = Math.max(0, midnight + DAY_END_HOUR * HOUR_MS - begins);
    if (left <= awake) return new Date(begins + left);
    left -= awake;
    at = midnight + DAY_MS;
  }
}

const OFFER_HOURS = 2;
/**
 * Everyone who waits is notified this many hours before the slot, or after this many offers without an
 * answer.
 */
const NOTIFY_ALL_HOURS = 6;
const MAX_LAPSES = 3;
/**
 * An offer ends at least this long before the slot. If this leaves no time for an offer, everyone who waits
 * is notified.
 */
const MIN_LEAD_MS = 2 * HOUR_MS;
const MOST_SLOTS = 200;
const NOTIFY_AGAIN_HOURS = 2;

interface FreeSlot {
  startsAt: Date;
  left: number;
  isForAll: boolean;
  declined: string[];
}

const isDaySuited = sql<boolean>`(
  waiting.days = '[]' or waiting.days ? to_char(slot.starts_at at time zone 'UTC', 'YYYY-MM-DD'))`;

const isRefused = sql<boolean>`exists (select from project.refused_slots as refused
  where refused.application_id = waiting.application_id and refused.starts_at = slot.starts_at)`;

const isOffering = sql<boolean>`project.deleted_at is null
  and not exists (select from project.suspended_studies as suspended where suspended.study_id = study.study_id)`;

/** The order is random, so that each study is reached at some time. */
async function findStudiesToOffer(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select study.study_id as id
    from (select distinct study_id from project.waiting) as waited
    join project.studies as study using (study_id) join project.projects as project using (project_id)
    where ${isOffering} and exists (
      select from project.free_slots as slot where slot.study_id = study.study_id)
    order by random() limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Does not count people who have an offer or ignore offers. Otherwise slots on their days would hide later
 * slots.
 */
async function findFreeSlots(db: Db, studyId: string, offersEnd: Date): Promise<FreeSlot[]> {
  const { rows } = await sql<FreeSlot>`
    select slot.starts_at as "startsAt", slot.seats - slot.taken as "left", lapsed.people as "declined", late."isForAll"
    from project.free_slots as slot join project.studies as study using (study_id) join project.projects as project using (project_id)
    cross join lateral (
      select array(select participant_id::text from project.bookings as booking where booking.study_id = slot.study_id
        and booking.starts_at = slot.starts_at and booking.state = 'LAPSED') as people
    ) as lapsed
    cross join lateral (
      select cardinality(lapsed.people) >= ${MAX_LAPSES}::int or slot.starts_at < greatest(
        now() + ${NOTIFY_ALL_HOURS}::int * interval '1 hour', ${new Date(offersEnd.getTime() + MIN_LEAD_MS)}::timestamptz) as "isForAll"
    ) as late
    where slot.study_id = ${studyId} and ${isOffering} and exists (
        select from project.waiting as waiting where waiting.study_id = slot.study_id
          and ${isDaySuited}
          and (late."isForAll" or not ${hasIgnoredOffers} and not exists (
            select from project.bookings as live
            where live.application_id = waiting.application_id and live.state in (${sql.join(LIVE_STATES)}))))
    order by slot.starts_at limit ${MOST_SLOTS}`.execute(db);
  return rows;
}

/**
 * Each slot is offered to the first person whom it suits. If a slot starts soon or was declined, everyone is
 * notified.
 */
export async function offerSeats(
  deps: OfferDeps,
  { studyId }: { studyId: string },
  now?: Date,
): Promise<void> {
  const expiresAt = addWakingHours(now ?? (await readClock(deps.db)), OFFER_HOURS);
  const free = await findFreeSlots(deps.db, studyId, expiresAt);
  if (free.length === 0) return;
  // The list is read after the slots, so that no one who joined earlier is missed.
  const line = await listWaitingPeople(deps.db, studyId);
  const forAll = free.filter(({ isForAll }) => isForAll);
  if (forAll.length > 0) await notifyAll(deps, studyId, line, forAll);
  await runForEach(
    free.filter(({ isForAll }) => !isForAll),
    ({ startsAt }) => startsAt.toISOString(),
    (slot) => offerSlotInLine(deps, { studyId, line, slot, expiresAt }),
  );
}

type Line = Awaited<ReturnType<typeof listWaitingPeople>>;

async function offerSlotInLine(
  deps: OfferDeps,
  { studyId, line, slot, expiresAt }: { studyId: string; line: Line; slot: FreeSlot; expiresAt: Date },
): Promise<void> {
  const { startsAt, declined } = slot;
  const day = startsAt.toISOString().slice(0, 10);
  const suited = line.filter(
    ({ days, hasIgnoredOffers: ignores, participantId }) =>
      (days.length === 0 || days.includes(day)) && !ignores && !declined.includes(participantId),
  );
  let { left } = slot;
  await runForEach(
    suited,
    ({ applicationId }) => applicationId,
    async ({ applicationId }) => {
      if (left === 0) return;
      const refusal = await offerSlot(deps, { studyId, applicationId, startsAt, expiresAt });
      if (refusal === undefined) left -= 1;
      else if (refusal !== 'MEETINGS_OVERLAP' && refusal !== 'NOT_IN_LINE') left = 0;
    },
  );
}

class NotOffered extends Error {
  readonly refusal: SlotRefusal | 'STUDY_IS_SUSPENDED';
  constructor(refusal: NotOffered['refusal']) {
    super(refusal);
    this.refusal = refusal;
  }
}

async function isStillInLine(trx: Db, applicationId: string, startsAt: Date): Promise<boolean> {
  const { rows } = await sql`
    select from project.waiting as waiting cross join (select ${startsAt}::timestamptz as starts_at) as slot
    where waiting.application_id = ${applicationId} and not ${hasIgnoredOffers} and ${isDaySuited}
      and not ${isRefused}
      and not exists (select from project.bookings as lapsed where lapsed.application_id = waiting.application_id
        and lapsed.starts_at = slot.starts_at and lapsed.state = 'LAPSED')`.execute(trx);
  return rows.length > 0;
}

/** A seat is reserved for the offer, so that accepting it cannot fail. */
async function offerSlot(
  deps: OfferDeps,
  {
    studyId,
    applicationId,
    startsAt,
    expiresAt,
  }: { studyId: string; applicationId: string; startsAt: Date; expiresAt: Date },
): Promise<NotOffered['refusal'] | 'NOT_IN_LINE' | undefined> {
  try {
    const offered = await transaction(deps.db, async (trx) => {
      // The study may have been suspended since the slots were read.
      if (await lockSuspension(trx, { studyId })) throw new NotOffered('STUDY_IS_SUSPENDED');
      const application = await lockApplication(trx, applicationId);
      if (!application?.isAccepted) return undefined;
      const { live, hasMet } = await readBookings(trx, application);
      if (live || hasMet) return undefined;
      if (!(await isStillInLine(trx, applicationId, startsAt))) return undefined;
      const id = randomUUIDv7();
      const refusal = await placeBooking(trx, application, {
        bookingId: id,
        startsAt,
        replacedStartsAt: null,
      });
      if (refusal) throw new NotOffered(refusal);
      const time = { startsAt, endsAt: meetingEnd(startsAt, application), expiresAt };
      await insertBooking(trx, { ...application, ...time, id, state: 'OFFERED' }, 'SYSTEM');
      const { participantId, publicName } = application;
      const params = { studyId, study: publicName, startsAt: startsAt.toISOString() };
      await notify(deps, trx, [
        { userId: participantId, about: id, kind: 'TIME_OFFERED', params, emailKind: 'TIME_OFFERED' },
      ]);
      return participantId;
    });
    if (offered === undefined) return 'NOT_IN_LINE';
    deps.openPages.notify([offered]);
    return undefined;
  } catch (error) {
    if (error instanceof NotOffered) return error.refusal;
    throw error;
  }
}

/** A person gets at most one email in two hours about free slots of a study. */
async function notifyAll(
  deps: OfferDeps,
  studyId: string,
  line: Line,
  slots: readonly FreeSlot[],
): Promise<void> {
  const applications = anyOfIds(line.map(({ applicationId }) => applicationId));
  const notified = await transaction(deps.db, async (trx) => {
    // A second call waits at this statement. It then sees the rows that the first call has written.
    await sql`
      select from project.waiting where study_id = ${studyId} and application_id = ${applications}
      order by participant_id for update`.execute(trx);
    const { rows: people } = await sql<{ userId: string; startsAt: Date; study: string }>`
      with fresh as (
        insert into project.reminders (about_id, kind, starts_at)
        select waiting.application_id, 'TIMES_FREE', slot.starts_at
        from project.waiting as waiting cross join unnest(${slots.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[]) as slot (starts_at)
        where waiting.study_id = ${studyId} and waiting.application_id = ${applications} and ${isDaySuited} and not ${isRefused} and not exists (
          select from project.reminders as sent where sent.about_id = waiting.application_id and sent.kind = 'TIMES_FREE'
            and sent.sent_at > now() - ${NOTIFY_AGAIN_HOURS}::int * interval '1 hour')
        on conflict do nothing returning about_id, starts_at
      )
      select waiting.participant_id as "userId", min(fresh.starts_at) as "startsAt", study.public_name as study
      from fresh join project.waiting as waiting on waiting.application_id = fresh.about_id
      join project.studies as study using (study_id)
      group by waiting.participant_id, study.public_name`.execute(trx);
    await notify(
      deps,
      trx,
      people.map(({ userId, startsAt, study }) => ({
        userId,
        about: `${studyId}:${startsAt.toISOString()}`,
        kind: 'TIMES_FREE',
        params: { studyId, study },
        emailKind: 'TIMES_FREE',
      })),
    );
    return people.map(({ userId }) => userId);
  });
  deps.openPages.notify(notified);
}

const MOST_STUDIES = 500;

/** A scheduled job, because a slot may become free without queueing a job. */
export async function offerSeatsOfAllStudies(deps: OfferDeps): Promise<void> {
  await runForEach(
    await findStudiesToOffer(deps.db, MOST_STUDIES),
    (studyId) => studyId,
    (studyId) => offerSeats(deps, { studyId }),
  );
}
