import type { SurveyKind } from '@app/contracts/project/notification-kinds.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Reminder, sendDueReminders } from '../bookings/send-reminders.ts';
import type { Deps } from '../deps.ts';
import type { WriteEmail } from '../emails/queue-email.ts';
import { surveyDeadlines } from './reads.ts';

type Params = Record<string, string>;
type Condition = RawBuilder<unknown>;

const idIn = (about: string) => /^[\da-f-]{36}/.exec(about)?.[0] ?? null;

/** The words choose the parameters that they need, and turn codes into text. */
const aboutSubmission =
  (condition: Condition, researcherPath = paths.studyApplicants): WriteEmail =>
  async ({ db }, { userId, about }) => {
    const isOwn = sql`participant_id = ${userId}`;
    const { rows } = await sql<{ studyId: string; isOwn: boolean; until: Date | null; params: Params }>`
      select study_id as "studyId", ${isOwn} as "isOwn", appeal_until as until, json_strip_nulls(json_build_object(
        'study', case when ${isOwn} then public_name else study_name end,
        'participant', case when not ${isOwn} then participant_code end,
        'isPaid', case when ${isOwn} and status = 'APPROVED' and incentive > 0 then 'yes' end,
        'id', submission_id, 'status', status, 'outcome', outcome, 'note', note,
        'minutes', round(extract(epoch from submitted_at - started_at) / 60)::text,
        'why', rejection_reason, 'reason', rejection_note, 'story', appeal_text, 'ours', admin_reason)) as params
      from project.submission_details where submission_id = ${idIn(about)}
        and ${userId} in (participant_id, researcher_id) and ${condition}`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    const { studyId, params, until } = row;
    return {
      params: { ...params, ...(until && { until: until.toISOString() }) },
      path: row.isOwn ? paths.ownStudy(studyId) : researcherPath(studyId),
      event: null,
    };
  };

/** If a study is closed or suspended, no one can open its survey, but people can finish it. */
const isUseful = sql`(place.is_started or study.state = 'PUBLISHED' and study.suspended_at is null)`;

/** `about` has the deadline. So the email is not sent after a start or an extension. */
const aboutPlace: WriteEmail = async ({ db }, { userId, about }) => {
  const { rows } = await sql<Params & { studyId: string; until: Date }>`
    select study_id as "studyId", place.until, study.public_name as study, coalesce(study.company_name, '') as company,
      study.incentive::text as incentive, study.minutes::text as minutes,
      case when not place.is_started then 'NOT_STARTED' when exists (
        select from project.submissions as open where open.application_id = place.application_id
          and open.status = 'STARTED' and open.extended_at is null) then 'CAN_EXTEND' else 'EXTENDED' end as stage
    from ${surveyDeadlines} as place join project.studies as study using (study_id)
    where place.application_id = ${idIn(about)} and place.participant_id = ${userId} and place.until > now()
      and ${isUseful}`.execute(db);
  const [place] = rows;
  if (!place || !about.endsWith(`:${place.until.getTime()}`)) return undefined;
  const { studyId, until, ...params } = place;
  return { params: { ...params, when: until.toISOString() }, path: paths.ownStudy(studyId), event: null };
};

const aboutStudy =
  (path: (studyId: string) => string, condition: Condition): WriteEmail =>
  async ({ db }, { userId, about }) => {
    const { rows } = await sql<Params & { id: string }>`
      select study_id as id, study.name as study, study.minutes::text as minutes, study.incentive::text as pay,
        coalesce(study.survey ->> 'medianMinutes', '') as median, waiting.count::text as count
      from project.studies as study join project.projects as project using (project_id)
      cross join lateral (select count(*) as count from project.submissions as submission
        where submission.study_id = study.study_id and submission.status = 'SUBMITTED') as waiting
      where study_id = ${idIn(about)} and project.creator_id = ${userId} and study.deleted_at is null
        and project.deleted_at is null and ${condition}`.execute(db);
    const [params] = rows;
    return params && { params, path: path(params.id), event: null };
  };

export const submissionEmails = {
  SURVEY_PLACE: aboutPlace,
  SURVEY_ENDS_SOON: aboutPlace,
  SURVEY_REJECTED: aboutSubmission(sql`appeal_until is not null`),
  SURVEY_DISPUTED: aboutSubmission(sql`is_for_admin`, paths.openStudy),
  SURVEY_DECIDED: aboutSubmission(sql`admin_decided_at is not null`),
  SURVEY_CORRECTED: aboutSubmission(sql`status = 'STARTED'`),
  SURVEYS_WAIT: aboutStudy(paths.studyApplicants, sql`waiting.count > 0`),
  SURVEY_PAUSED: aboutStudy(paths.study, sql`study.state = 'PAUSED'`),
  SURVEY_LONGER: aboutStudy(paths.study, sql`study.survey ->> 'medianMinutes' is not null`),
};

const reminder = (kind: SurveyKind, due: Reminder['due']): Reminder => ({
  kind,
  due,
  toNotification: ({ aboutId, userId, studyId, study, startsAt }) => ({
    userId,
    about: `${aboutId}:${startsAt.getTime()}`,
    kind,
    params: { studyId, study, until: startsAt.toISOString() },
    emailKind: kind,
  }),
});

const places = (condition: Condition) => sql`
  select application_id as "aboutId", participant_id as "userId", study_id as "studyId", study.public_name as study,
    until as "startsAt", 0 as sequence
  from ${surveyDeadlines} as place join project.studies as study using (study_id)
  where until > now() and ${isUseful} and ${condition}`;
const ofParticipant = sql`submission_id as "aboutId", participant_id as "userId", study_id as "studyId",
  public_name as study, 0 as sequence`;
const ofResearcher = sql`researcher_id as "userId", study_id as "studyId", study_name as study, 0 as sequence`;

/** The conditions on the status are those of the partial indexes, so that PostgreSQL can use these. */
const surveyReminders = ({ DECISION_NOTICE_SECONDS }: Deps['config']): Reminder[] => [
  // A pause or suspension changes the deadline, but each place is announced once.
  reminder(
    'SURVEY_PLACE',
    places(sql`not is_started and since <= now() - ${DECISION_NOTICE_SECONDS}::int * interval '1 second'
      and not exists (select from project.reminders as sent where sent.about_id = place.application_id
        and sent.kind = 'SURVEY_PLACE' and sent.sent_at > place.since)`),
  ),
  // In a study that accepts at once, the place is reserved too shortly for a reminder.
  reminder(
    'SURVEY_ENDS_SOON',
    places(sql`until <= now() + interval '30 minutes' and since < until - interval '45 minutes'`),
  ),
  reminder(
    'SURVEY_REJECTED',
    sql`select ${ofParticipant}, final_at as "startsAt" from project.submission_details
      where status = 'REJECTED' and final_at > now() - interval '72 hours' and appeal_until is not null`,
  ),
  reminder(
    'SURVEY_CORRECTED',
    sql`select ${ofParticipant}, corrected_at as "startsAt" from project.submission_details
      where status = 'STARTED' and corrected_at > started_at`,
  ),
  reminder(
    'SURVEY_DISPUTED',
    sql`select ${ofResearcher}, submission_id as "aboutId", coalesce(appealed_at, final_at) as "startsAt"
      from project.submission_details where is_for_admin`,
  ),
  // The oldest submission of a study causes one email a day, however many are waiting. After 72 hours, only
  // those are left about which a person must decide.
  reminder(
    'SURVEYS_WAIT',
    sql`select distinct on (study_id) ${ofResearcher}, study_id as "aboutId", submitted_at
        + floor(extract(epoch from now() - submitted_at) / 86400) * interval '24 hours' as "startsAt"
      from project.submission_details
      where status = 'SUBMITTED' and submitted_at <= now() - interval '24 hours'
        and submitted_at > now() - interval '14 days' and not exists (
          select from project.reminders as sent where sent.about_id = study_id and sent.kind = 'SURVEYS_WAIT'
            and sent.sent_at > now() - interval '23 hours')
      order by study_id, submitted_at`,
  ),
];

export const sendSurveyReminders = (
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'config'>,
): Promise<void> => sendDueReminders(deps, surveyReminders(deps.config));
