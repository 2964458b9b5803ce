import { type RawBuilder, sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import type { Deps } from '../deps.ts';
import { type PersonNotification, notify } from '../notifications/notify.ts';
import type { WriteEmail } from '../emails/queue-email.ts';
import { isCalledOff } from './attendance/mark-attendance.ts';
import { MEETING_STATES } from './states.ts';
import type { Db } from '../schema.ts';

export interface Due {
  aboutId: string;
  userId: string;
  studyId: string;
  study: string;
  startsAt: Date;
  sequence: number;
}

export interface Reminder {
  /** The key includes the start, so a rescheduled booking gets another reminder. */
  kind: string;
  due: RawBuilder<unknown>;
  toNotification(due: Due): PersonNotification;
}

const BATCH = 500;

const meeting = ({ studyId, study, startsAt }: Due) => ({
  studyId,
  study,
  startsAt: startsAt.toISOString(),
});

/**
 * A reminder that an outage delayed is not sent late. If the study is suspended, no reminder is sent, because
 * no one need come.
 */
const meetingsAheadSql = (nearest: string, farthest: string, bookedBefore: string) => sql`
  select booking.booking_id as "aboutId", booking.participant_id as "userId", booking.study_id as "studyId",
    study.public_name as study, booking.starts_at as "startsAt", booking.sequence
  from project.bookings as booking join project.studies as study using (study_id)
  where booking.state in ('BOOKED', 'CONFIRMED')
    and booking.starts_at > now() + ${nearest}::interval and booking.starts_at <= now() + ${farthest}::interval
    and booking.booked_at <= booking.starts_at - ${bookedBefore}::interval
    and not exists (select from project.suspended_studies as suspended where suspended.study_id = booking.study_id)`;

/** One reminder covers all bookings of a slot. */
const unmarkedMeetingsSql = (kind: string, since: string, until: string) => sql`
  select distinct on (booking.study_id, booking.starts_at) booking.booking_id as "aboutId",
    booking.researcher_id as "userId", booking.study_id as "studyId", study.name as study,
    booking.starts_at as "startsAt", booking.sequence
  from project.bookings as booking join project.studies as study using (study_id)
  where booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at <= now()
    and booking.ends_at <= now() - ${since}::interval and booking.ends_at > now() - ${until}::interval
    and not ${isCalledOff}
    and not exists (select from project.bookings as other join project.reminders as sent on sent.about_id = other.booking_id
      where other.study_id = booking.study_id and other.starts_at = booking.starts_at
        and sent.kind = ${kind} and sent.starts_at = booking.starts_at)
  order by booking.study_id, booking.starts_at, booking.booking_id`;

const unchosenTimesSql = (since: string, until: string) => sql`
  select application.application_id as "aboutId", application.applicant_id as "userId", study.study_id as "studyId",
    study.public_name as study, step.at as "startsAt", 0 as sequence
  from project.application_steps as step
  join project.applications as application on application.last_step_id = step.step_id
  join project.studies as study on study.study_id = application.study_id
  join project.projects as project on project.project_id = study.project_id
  where step.at <= now() - ${since}::interval and step.at > now() - ${until}::interval
    and application.status = 'ACCEPTED'
    and not exists (select from project.suspended_studies as suspended where suspended.study_id = study.study_id)
    and not exists (select from project.bookings as booking
      where booking.application_id = application.application_id and booking.state <> 'LAPSED')
    and not exists (select from project.waiting where waiting.application_id = application.application_id)
    and (select true from project.ended_studies as ended where ended.study_id = study.study_id) is null
    and exists (select from project.slots_ahead as slot where slot.study_id = study.study_id)`;

const hasTimeBeyondApproval = sql<boolean>`exists (
  select from project.bookings as booking
  where booking.study_id = study.study_id and booking.state in (${sql.join(['OFFERED', ...MEETING_STATES])})
    and not project.is_approved_at(study.ethics, booking.starts_at))`;

/** Selects approvals that end within `within` days but not within `beyond` days. */
const endingApprovalsSql = (within: number, beyond: number) => sql`
  select study.study_id as "aboutId", project.creator_id as "userId", study.study_id as "studyId", study.name as study,
    (study.ethics ->> 'validUntil')::timestamp at time zone 'UTC' as "startsAt", 0 as sequence
  from project.studies as study join project.projects as project using (project_id)
  where study.ethics ->> 'validUntil' <= ((now() at time zone 'UTC')::date + ${within}::int)::text
    and study.ethics ->> 'validUntil' > ((now() at time zone 'UTC')::date + ${beyond}::int)::text
    and study.deleted_at is null and project.deleted_at is null and ${hasTimeBeyondApproval}`;

const meetingReminder =
  (kind: 'MEETING_TOMORROW' | 'MEETING_SOON') =>
  (due: Due): PersonNotification => ({
    userId: due.userId,
    about: `${due.aboutId}:${due.sequence}`,
    kind,
    params: meeting(due),
    emailKind: kind,
  });
const unmarkedReminder =
  (hours: number) =>
  (due: Due): PersonNotification => ({
    userId: due.userId,
    about: `${due.aboutId}:${due.sequence}:${hours}`,
    kind: 'MEETINGS_UNMARKED',
    params: meeting(due),
    emailKind: 'MEETINGS_UNMARKED',
  });
/** The key includes the acceptance. So a second acceptance gets a reminder of its own. */
const chooseTimeReminder =
  (hours: number) =>
  ({ userId, studyId, study, startsAt: acceptedAt }: Due): PersonNotification => ({
    userId,
    about: `${studyId}:${hours}:${acceptedAt.toISOString()}`,
    kind: 'TIME_NOT_CHOSEN',
    params: { studyId, study },
    emailKind: 'TIME_NOT_CHOSEN',
  });

const approvalReminder =
  (days: number) =>
  ({ userId, studyId, study, startsAt }: Due): PersonNotification => {
    const until = startsAt.toISOString().slice(0, 10);
    return {
      userId,
      about: `${studyId}:${until}:${days}`,
      kind: 'APPROVAL_ENDS',
      params: { studyId, study, until },
      emailKind: 'APPROVAL_ENDS',
    };
  };

const reminders: readonly Reminder[] = [
  {
    kind: 'TOMORROW',
    due: meetingsAheadSql('2 hours', '24 hours', '26 hours'),
    toNotification: meetingReminder('MEETING_TOMORROW'),
  },
  {
    kind: 'SOON',
    due: meetingsAheadSql('30 minutes', '2 hours', '3 hours'),
    toNotification: meetingReminder('MEETING_SOON'),
  },
  {
    kind: 'UNMARKED_24',
    due: unmarkedMeetingsSql('UNMARKED_24', '24 hours', '48 hours'),
    toNotification: unmarkedReminder(24),
  },
  {
    kind: 'UNMARKED_48',
    due: unmarkedMeetingsSql('UNMARKED_48', '48 hours', '72 hours'),
    toNotification: unmarkedReminder(48),
  },
  {
    kind: 'UNCHOSEN_24',
    due: unchosenTimesSql('24 hours', '48 hours'),
    toNotification: chooseTimeReminder(24),
  },
  {
    kind: 'UNCHOSEN_72',
    due: unchosenTimesSql('72 hours', '96 hours'),
    toNotification: chooseTimeReminder(72),
  },
  { kind: 'APPROVAL_14', due: endingApprovalsSql(14, 3), toNotification: approvalReminder(14) },
  { kind: 'APPROVAL_3', due: endingApprovalsSql(3, -1), toNotification: approvalReminder(3) },
];

const toKind = ({ kind }: Reminder) => kind;
type ReminderDeps = Pick<Deps, 'db' | 'jobs' | 'openPages'>;

export const sendReminders = (deps: ReminderDeps): Promise<void> => sendDueReminders(deps, reminders);

/**
 * For each kind, one transaction records the reminders and queues their notifications. So if the process
 * dies, no reminder is lost or sent twice.
 */
export async function sendDueReminders(
  { db, jobs, openPages }: ReminderDeps,
  all: readonly Reminder[],
): Promise<void> {
  await runForEach(all, toKind, async ({ kind, due, toNotification }) => {
    const notified = await transaction(db, async (trx) => {
      const { rows } = await sql<Due>`
        with due as (${due}), fresh as (
          select "aboutId", "userId", "studyId", study, "startsAt", sequence from due where not exists (
            select from project.reminders as sent
            where sent.about_id = due."aboutId" and sent.kind = ${kind} and sent.starts_at = due."startsAt"
          ) limit ${BATCH}
        ), recorded as (
          insert into project.reminders (about_id, kind, starts_at)
          select "aboutId", ${kind}, "startsAt" from fresh on conflict do nothing returning about_id
        )
        select fresh."aboutId", "userId", "studyId", study, "startsAt", sequence
        from fresh join recorded on recorded.about_id = fresh."aboutId"`.execute(trx);
      await notify({ jobs }, trx, rows.map(toNotification));
      return rows.map(({ userId }) => userId);
    });
    openPages.notify(notified);
  });
}

export const writeApprovalEnds: WriteEmail = async ({ db }, { userId, about }) => {
  const [studyId = '', until = ''] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const { rows } = await sql<{ study: string }>`
    select study.name as study
    from project.studies as study join project.projects as project using (project_id)
    where study.study_id = ${studyId} and project.creator_id = ${userId} and study.deleted_at is null
      and project.deleted_at is null and study.ethics ->> 'validUntil' = ${until} and ${hasTimeBeyondApproval}`.execute(
    db,
  );
  return rows[0] && { params: { ...rows[0], day: until }, path: paths.study(studyId), event: null };
};

export function deleteOldReminders(db: Db, most: number): Promise<number> {
  const where = sql`starts_at < ${ago(RETENTION.notifications)}`;
  return deleteSome(db, most, { table: 'project.reminders', key: 'ctid', where });
}
