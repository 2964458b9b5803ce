import { sql } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { choiceWords } from '@app/words/choices.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { applicantsLine, furtherStudies } from '@app/words/project-emails.ts';
import type { Deps } from '../deps.ts';
import { queueEmails, type WriteEmail } from '../emails/queue-email.ts';
import type { Db } from '../schema.ts';
import { mayManageStudy } from '../studies/policy.ts';
import { FIRST_WINDOW_START } from '../notifications/queue-notifications.ts';

export const APPLICANT_DIGESTS: Queue<{ day?: string; after?: string }> = { name: 'applicant-digests' };

const WINDOW_SIZE = 1000;

const NAMED_STUDIES = 10;

/** The digest is about this day. If a retry runs after midnight, it must still be about the same day. */
export const lastDigestDay = (now: Date): string =>
  new Date(now.getTime() - MORNING_MS).toISOString().slice(0, 10);

const MORNING_MS = 6.5 * HOUR_MS;
const morningSql = (day: string) => sql`((${day}::date + time '06:30') at time zone 'UTC')`;

/** Does not count the first application to a study, because it has an email of its own. */
const isAppliedInDay = (day: string) => sql<boolean>`
  not exists (select from project.suspended_studies as suspended where suspended.study_id = study.study_id)
  and application.applied_at > ${morningSql(day)} - interval '24 hours' and application.applied_at <= ${morningSql(day)}
  and exists (select from project.applications as earlier where earlier.study_id = application.study_id
    and (earlier.applied_at, earlier.application_id) < (application.applied_at, application.application_id))`;

const selectWaitingApplications = (db: Db) =>
  db
    .selectFrom('project.projects as project')
    .innerJoin('project.studies as study', 'study.project_id', 'project.project_id')
    .innerJoin('project.applications as application', 'application.study_id', 'study.study_id')
    .where('project.deleted_at', 'is', null)
    .where('study.deleted_at', 'is', null)
    // The predicate must match the partial index literally.
    .where('study.state', '!=', 'DRAFT')
    .where('application.status', '=', sql.lit('PENDING' as const));

export async function queueApplicantDigests(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { day: given, after = FIRST_WINDOW_START }: { day?: string; after?: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const day = given ?? lastDigestDay(await readClock(trx));
    const researchers = await selectWaitingApplications(trx)
      .select('project.creator_id as userId')
      .distinct()
      .where('project.creator_id', '>', after)
      .where(isAppliedInDay(day))
      .orderBy('project.creator_id')
      .limit(WINDOW_SIZE)
      .execute();
    const emails = researchers.map(({ userId }) => ({ userId, kind: 'APPLICANTS_NEW', about: day }) as const);
    await queueEmails({ jobs }, trx, emails);
    const last = researchers[WINDOW_SIZE - 1]?.userId;
    if (last !== undefined) await jobs.send(trx, APPLICANT_DIGESTS, { day, after: last });
  });
}

const newApplicationsEmail: WriteEmail = async ({ db }, { userId, about: day }) => {
  const studies = await selectWaitingApplications(db)
    .select((eb) => ['study.study_id as id', 'study.name', eb.fn.countAll<number>().as('count')])
    .where(mayManageStudy(userId))
    .where(isAppliedInDay(day))
    .groupBy('study.study_id')
    .orderBy('count', 'desc')
    .orderBy('study.study_id')
    .execute();
  const [one, ...others] = studies;
  if (!one) return undefined;
  const named = studies.slice(0, NAMED_STUDIES).map(applicantsLine);
  const unnamed = studies.length - named.length;
  return {
    params: {
      count: String(studies.reduce((sum, { count }) => sum + count, 0)),
      studies: [...named, ...(unnamed > 0 ? [furtherStudies(unnamed)] : [])].join('\n'),
    },
    path: others.length === 0 ? paths.studyApplicants(one.id) : paths.projects,
    event: null,
  };
};

const firstApplicationEmail: WriteEmail = async ({ db }, { userId, about }) => {
  const study = await selectWaitingApplications(db)
    .select(['study.study_id as id', 'study.name'])
    .where((eb) => eb(eb.cast<string>('study.study_id', 'text'), '=', about))
    .where(mayManageStudy(userId))
    .where('study.study_id', 'not in', (eb) => eb.selectFrom('project.suspended_studies').select('study_id'))
    .executeTakeFirst();
  return study && { params: { study: study.name }, path: paths.studyApplicants(study.id), event: null };
};

async function findCurrentStep(db: Db, { stepId, applicantId }: { stepId: string; applicantId: string }) {
  return db
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.application_id', 'application.application_id')
    .innerJoin('project.application_steps as last', 'last.step_id', 'application.last_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.status',
      'step.reason',
      'study.study_id as studyId',
      'study.public_name as publicName',
      'study.company_name as companyName',
      'study.incentive',
      'study.available_dates as availableDates',
      'study.duration_in_minutes as durationInMinutes',
      'study.meeting_way as meetingWay',
    ])
    .where('step.step_id', '=', stepId)
    .where('application.applicant_id', '=', applicantId)
    .where(
      sql<boolean>`(step.status, step.reason, step.note) is not distinct from (last.status, last.reason, last.note)`,
    )
    .executeTakeFirst();
}

/** No email is sent if there is a newer step, or if there was no notification. */
const decisionEmailWriter =
  (status: 'ACCEPTED' | 'DECLINED', studyPath: (studyId: string) => string): WriteEmail =>
  async ({ db }, { userId, about: stepId }) => {
    const step = await findCurrentStep(db, { stepId, applicantId: userId });
    if (step?.status !== status) return undefined;
    const { studyId, publicName: study, reason, companyName, incentive, availableDates } = step;
    const lengths: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
    const params = {
      study,
      reason: reason ?? '',
      company: companyName ?? '',
      incentive: String(incentive),
      length: lengths[step.durationInMinutes ?? 0] ?? '',
      way: meetingWords.way[step.meetingWay],
      days: availableDates.filter((day) => day >= today()).join(' '),
    };
    return { params, path: studyPath(studyId), event: null };
  };

const writeConsentGiven: WriteEmail = async ({ db }, { userId, about }) => {
  const [applicationId = '', version] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(applicationId)) return undefined;
  const { rows } = await sql<{ studyId: string; study: string; version: number; at: Date; text: string }>`
    select study.study_id as "studyId", study.public_name as study, consent.version, application.consented_at as at, consent.text
    from project.applications as application join project.studies as study using (study_id)
    join project.study_consents as consent
      on consent.study_id = study.study_id and consent.version = application.consent_version
    where application.application_id = ${applicationId} and application.applicant_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row || row.version !== Number(version)) return undefined;
  const { studyId, study, at, text } = row;
  return {
    params: { study, version: String(row.version), when: at.toISOString(), text },
    path: paths.ownStudy(studyId),
    event: null,
  };
};

/**
 * One email is enough for all changes within a quarter of an hour, so its version may be newer than that of
 * the job.
 */
const writeConsentChanged: WriteEmail = async ({ db }, { userId, about }) => {
  const [studyId = '', version] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const row = await db
    .selectFrom('project.outdated_consents as asked')
    .innerJoin('project.studies as study', 'study.study_id', 'asked.study_id')
    .select(['study.public_name as study', 'asked.consent'])
    .where('asked.study_id', '=', studyId)
    .where('asked.applicant_id', '=', userId)
    .executeTakeFirst();
  if (!row || row.consent.version < Number(version)) return undefined;
  return { params: { study: row.study }, path: paths.ownStudy(studyId), event: null };
};

export const applicationEmails = {
  APPLICANT_FIRST: firstApplicationEmail,
  APPLICANTS_NEW: newApplicationsEmail,
  APPLICATION_ACCEPTED: decisionEmailWriter('ACCEPTED', paths.chooseTime),
  APPLICATION_DECLINED: decisionEmailWriter('DECLINED', () => paths.browseStudies),
  CONSENT_GIVEN: writeConsentGiven,
  CONSENT_CHANGED: writeConsentChanged,
};
