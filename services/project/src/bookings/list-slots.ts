import { sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import { type listSlots as endpoint, MAX_SLOTS } from '@app/contracts/project/slots.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { findStudy } from '../studies/reads.ts';
import type { Db } from '../schema.ts';
import { findWaitingListEntry } from './waiting-list/waiting-list.ts';
import {
  countSeatsAndPeople,
  describeBookingsForResearcher,
  findMeetingsOfStudy,
} from './researcher-bookings.ts';

interface SlotRow {
  startsAt: Date;
  endsAt: Date;
  seats: number;
  taken: number;
  isFree: boolean;
  ownDetails: MeetingDetails | null;
}

/**
 * The participant's own booking does not count as an obstacle, because it ends when the meeting is
 * rescheduled.
 */
async function findSlots(
  db: Db,
  {
    studyId,
    from,
    participantId,
    applicationId,
  }: {
    studyId: string;
    from: string | undefined;
    participantId: string | null;
    applicationId: string | null;
  },
): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select slot.starts_at as "startsAt", ends.at as "endsAt", slot.seats, slot.taken,
      slot.meeting_details as "ownDetails",
      project.deleted_at is null and not exists (select from project.suspended_studies as suspended where suspended.study_id = study.study_id)
      and slot.taken < slot.seats and slot.starts_at > now() + study.lead_hours * interval '1 hour' and project.is_approved_at(study.ethics, slot.starts_at)
      and not exists (select from project.refused_slots as refused
        where refused.application_id = ${applicationId}::uuid and refused.starts_at = slot.starts_at)
      and not exists (
        select from project.researcher_quarter_hours as busy
        where busy.researcher_id = project.creator_id and busy.quarter_at >= slot.starts_at
          and busy.quarter_at < ends.at + study.buffer_minutes * interval '1 minute'
          and (busy.study_id, busy.starts_at) <> (slot.study_id, slot.starts_at)
          and not exists (
            select from project.bookings as own join project.study_slots as left_behind
              on left_behind.study_id = own.study_id and left_behind.starts_at = own.starts_at
            where own.participant_id = ${participantId}::uuid and own.state in ('BOOKED', 'CONFIRMED')
              and left_behind.taken = 1 and (own.study_id, own.starts_at) = (busy.study_id, busy.starts_at)
              and own.study_id = slot.study_id)
      ) and not exists (
        select from project.participant_quarter_hours as busy
        where busy.participant_id = ${participantId}::uuid and busy.quarter_at >= slot.starts_at and busy.quarter_at < ends.at
          and busy.booking_id not in (
            select booking_id from project.bookings as own
            where own.participant_id = ${participantId}::uuid and own.study_id = slot.study_id)
      ) as "isFree"
    from project.study_slots as slot
    join project.studies as study using (study_id)
    join project.projects as project using (project_id)
    cross join lateral (select slot.starts_at + study.duration_in_minutes * interval '1 minute' as at) as ends
    where slot.study_id = ${studyId} and slot.seats > 0 and slot.starts_at >= coalesce(${from ?? null}::timestamptz, now())
    order by slot.starts_at limit ${MAX_SLOTS + 1}`.execute(db);
  return rows;
}

type Reply = ReplyOf<typeof endpoint>;
type ListFail = Fail<(typeof endpoint)['errors'][number]>;

const toSlotFields = ({ startsAt, endsAt, seats, isFree }: SlotRow) => ({
  slotId: startsAt.toISOString(),
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  seats,
  isFree,
});
const toSlotPage = (rows: SlotRow[]) => ({
  page: rows.slice(0, MAX_SLOTS),
  next: rows[MAX_SLOTS]?.startsAt.toISOString() ?? null,
});

export async function listSlotsForResearcher(
  deps: Pick<Deps, 'db' | 'callIdentity' | 'config'>,
  { studyId, userId, from }: { studyId: string; userId: string; from: string | undefined },
  fail: ListFail,
): Promise<Reply> {
  const { db } = deps;
  const study = await findStudy(db, { studyId, userId });
  if (!study) return fail('STUDY_NOT_FOUND');
  const { page, next } = toSlotPage(
    await findSlots(db, { studyId, from, participantId: null, applicationId: null }),
  );
  const [first, last] = [page[0], page.at(-1)];
  const rows =
    first && last
      ? await findMeetingsOfStudy(db, userId, { studyId, from: first.startsAt, to: last.startsAt })
      : [];
  const bookings = Map.groupBy(await describeBookingsForResearcher(deps, rows), ({ startsAt }) => startsAt);
  return {
    audience: 'RESEARCHER',
    slots: page.map((row) => ({
      ...toSlotFields(row),
      taken: row.taken,
      ownDetails: row.ownDetails,
      bookings: bookings.get(row.startsAt.toISOString()) ?? [],
    })),
    next,
    counts: await countSeatsAndPeople(db, studyId),
  };
}

export async function listSlotsForParticipant(
  db: Db,
  { studyId, userId: participantId, from }: { studyId: string; userId: string; from: string | undefined },
  fail: ListFail,
): Promise<Reply> {
  const application = await db
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as applicationId',
      sql<boolean>`application.status = 'ACCEPTED'
        and application.consent_withdrawn_at is null`.as('isAccepted'),
      sql<boolean>`coalesce((select true from project.ended_studies as ended where ended.study_id = study.study_id), false)`.as(
        'hasEnded',
      ),
    ])
    .where('study.study_id', '=', studyId)
    .where('applicant_id', '=', participantId)
    .executeTakeFirst();
  if (!application) return fail('STUDY_NOT_FOUND');
  if (!application.isAccepted) return fail('NOT_ACCEPTED');
  const { applicationId } = application;
  const { page, next } = toSlotPage(await findSlots(db, { studyId, from, participantId, applicationId }));
  return {
    audience: 'PARTICIPANT',
    slots: page.map((row) => ({ ...toSlotFields(row), seatsLeft: row.seats - row.taken })),
    next,
    waiting: (await findWaitingListEntry(db, { studyId, participantId })) ?? null,
    hasEnded: application.hasEnded,
  };
}
