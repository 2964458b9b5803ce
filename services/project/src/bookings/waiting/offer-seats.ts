import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf } from '@app/kit/any-of.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { isBarred } from '../../facts/barred.ts';
import type { Db } from '../../schema.ts';
import { isResearcherFree } from '../../slots/quarters.ts';
import { findLiveBooking, holdApplication } from '../hold-booking.ts';
import type { SlotRefusal } from '../place-booking.ts';
import { endOf, placeBooking } from '../place-booking.ts';
import { LIVE } from '../states.ts';
import { tell } from '../tell.ts';
import { insertBooking } from '../write-booking.ts';
import { addWakingHours } from './waking-hours.ts';
import { findLine } from './write-waiting.ts';

const OFFER_HOURS = 2;
/** Sooner than so many hours before a time, or after so many offers of it, all who wait are told. */
const LAST_HOURS = 6;
const MOST_LAPSES = 3;
/** An offer ends this long before the time at the latest; where it cannot, all who wait are told. */
const NEEDED_MS = 2 * 60 * 60_000;
const MOST_SLOTS = 200;

interface FreeSlot {
  startsAt: Date;
  left: number;
  isForAll: boolean;
  /** Whose offer of it has lapsed. */
  declined: string[];
}

/** Of `project`: somebody is there to meet whoever takes a time. */
const isOffering = sql<boolean>`project.deleted_at is null and not ${isBarred('project.creator_id')}`;

/** At most so many studies with somebody in line and a seat ahead; by chance, so that of more none is left out for good. */
export async function findOffering(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select study.study_id as id
    from (select distinct study_id from project.waiting) as waited
    join project.studies as study using (study_id) join project.projects as project using (project_id)
    where ${isOffering} and exists (
      select from project.study_slots as slot
      where slot.study_id = study.study_id and slot.starts_at > now() and slot.taken < slot.seats)
    order by random() limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * With a seat, early enough, nothing else of the researcher's at the time, and on a day that suits somebody in line. Who has an
 * offer needs no other: their days would fill the number, and keep a later day from the next in line.
 */
async function findFree(db: Db, studyId: string, offersEnd: Date): Promise<FreeSlot[]> {
  const { rows } = await sql<FreeSlot>`
    select slot.starts_at as "startsAt", slot.seats - slot.taken as "left", lapsed.people as "declined", late."isForAll"
    from project.study_slots as slot join project.studies as study using (study_id) join project.projects as project using (project_id)
    cross join lateral (
      select array(select participant_id::text from project.bookings as booking where booking.study_id = slot.study_id
        and booking.starts_at = slot.starts_at and booking.state = 'LAPSED') as people
    ) as lapsed
    cross join lateral (
      select cardinality(lapsed.people) >= ${MOST_LAPSES}::int or slot.starts_at < greatest(
        now() + ${LAST_HOURS}::int * interval '1 hour', ${new Date(offersEnd.getTime() + NEEDED_MS)}::timestamptz) as "isForAll"
    ) as late
    where slot.study_id = ${studyId} and slot.taken < slot.seats
      and slot.starts_at > now() + study.lead_hours * interval '1 hour' and ${isResearcherFree}
      and ${isOffering} and exists (
        select from project.waiting as waiting where waiting.study_id = slot.study_id
          and (waiting.days = '[]' or waiting.days ? to_char(slot.starts_at at time zone 'UTC', 'YYYY-MM-DD'))
          and (late."isForAll" or not exists (
            select from project.bookings as live
            where live.application_id = waiting.application_id and live.state in (${sql.join(LIVE)}))))
    order by slot.starts_at limit ${MOST_SLOTS}`.execute(db);
  return rows;
}

/**
 * Offers what is free of a study to those who wait, each to the first in line whom it suits; late or declined times to all
 * of those.
 */
export async function offerSeats(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId }: { studyId: string },
): Promise<void> {
  const line = await findLine(deps.db, studyId);
  if (line.length === 0) return;
  const expiresAt = addWakingHours(new Date(), OFFER_HOURS);
  for (const slot of await findFree(deps.db, studyId, expiresAt)) {
    const day = slot.startsAt.toISOString().slice(0, 10);
    const suited = line.filter(({ days }) => days.length === 0 || days.includes(day));
    if (slot.isForAll) {
      await tellAll(deps, studyId, slot.startsAt, suited);
      continue;
    }
    let { left } = slot;
    for (const person of suited) {
      if (left === 0) break;
      if (slot.declined.includes(person.participantId)) continue;
      const refusal = await offer(deps, person.applicationId, { startsAt: slot.startsAt, expiresAt });
      if (refusal === undefined) left -= 1;
      else if (refusal !== 'MEETINGS_OVERLAP' && refusal !== 'HAS_ONE') break;
    }
  }
}

class NotOffered extends Error {
  readonly refusal: SlotRefusal;
  constructor(refusal: SlotRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** An offer is a seat like any other, so that taking it cannot fail. */
async function offer(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  applicationId: string,
  { startsAt, expiresAt }: { startsAt: Date; expiresAt: Date },
): Promise<SlotRefusal | 'HAS_ONE' | undefined> {
  try {
    const offered = await transaction(deps.db, async (trx) => {
      const application = await holdApplication(trx, applicationId);
      if (!application?.isAccepted || (await findLiveBooking(trx, applicationId))) return undefined;
      const id = randomUUIDv7();
      const refusal = await placeBooking(trx, application, { bookingId: id, startsAt, insteadOf: null });
      if (refusal) throw new NotOffered(refusal);
      const time = { startsAt, endsAt: endOf(startsAt, application), expiresAt };
      await insertBooking(trx, { ...application, ...time, id, state: 'OFFERED' }, 'CLOCK');
      const { studyId, participantId, publicName } = application;
      const params = { studyId, study: publicName, startsAt: startsAt.toISOString() };
      await tell(deps, trx, [
        { userId: participantId, about: id, kind: 'TIME_OFFERED', params, letter: 'TIME_OFFERED' },
      ]);
      return participantId;
    });
    if (offered === undefined) return 'HAS_ONE';
    deps.openPages.notify([offered]);
    return undefined;
  } catch (error) {
    if (error instanceof NotOffered) return error.refusal;
    throw error;
  }
}

/** Once a person and time. */
async function tellAll(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  studyId: string,
  startsAt: Date,
  suited: Awaited<ReturnType<typeof findLine>>,
): Promise<void> {
  const about = `${studyId}:${startsAt.toISOString()}`;
  const told = await transaction(deps.db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into project.reminders (about_id, kind, starts_at)
      select application_id, 'TIMES_FREE', ${startsAt}::timestamptz from project.waiting
      where study_id = ${studyId} and application_id = ${anyOf(suited.map(({ applicationId }) => applicationId))}
      on conflict do nothing returning about_id as id`.execute(trx);
    const fresh = new Set(rows.map(({ id }) => id));
    const people = suited.filter(({ applicationId }) => fresh.has(applicationId));
    const study = await trx
      .selectFrom('project.studies')
      .select('public_name as publicName')
      .where('study_id', '=', studyId)
      .executeTakeFirstOrThrow();
    const params = { studyId, study: study.publicName };
    await tell(
      deps,
      trx,
      people.map(({ participantId }) => ({
        userId: participantId,
        about,
        kind: 'TIMES_FREE',
        params,
        letter: 'TIMES_FREE',
      })),
    );
    return people.map(({ participantId }) => participantId);
  });
  deps.openPages.notify(told);
}
