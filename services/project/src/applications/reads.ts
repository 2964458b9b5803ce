import { sql } from 'kysely';
import type { Applicant, ApplicantCounts } from '@app/contracts/project/applicants.ts';
import {
  type SubmissionStatus,
  VERY_FAST_SHARE,
  START_MINUTES,
} from '@app/contracts/project/submission-choices.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { Db } from '../schema.ts';
import { toRecruitmentStatus, toSurveyReply } from '../studies/recruitment-status.ts';
import { agreementsIfMany, toConsented } from './consent-agreements.ts';
import { findHistories } from './application-steps.ts';

type Row = Awaited<ReturnType<ReturnType<typeof selectOwnApplications>['execute']>>[number];

export async function findApplicantsAmong(
  db: Db,
  studyIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('project.applications')
    .select('applicant_id as userId')
    .where('study_id', '=', anyOfIds(studyIds))
    .where('applicant_id', '=', anyOfIds(userIds))
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .execute();
  return rows.map(({ userId }) => userId);
}

/** In this folder, because the folder submissions/ imports it. */
export async function findLatestSubmissions(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, Required<Pick<Applicant, 'submission'>>>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project.submissions as submission')
    .innerJoin('project.studies as study', 'study.study_id', 'submission.study_id')
    .distinctOn('submission.application_id')
    .select([
      'submission.application_id as applicationId',
      'submission.submission_id as id',
      'submission.status',
      'submission.outcome',
      'submission.started_at as startedAt',
      'submission.submitted_at as submittedAt',
      'submission.note',
      'submission.rejection_reason as reason',
      'submission.rejection_note as rejectionNote',
      isVeryFast.as('isVeryFast'),
      sql<Date | null>`case when submission.status <> 'SCREENED_OUT' and submission.final_at > now()
        then submission.final_at end`.as('undoUntil'),
    ])
    .where('submission.application_id', '=', anyOfIds(applicationIds))
    .orderBy('submission.application_id')
    .orderBy('submission.started_at', 'desc')
    .execute();
  return new Map(
    rows.map(({ applicationId, startedAt, submittedAt, undoUntil, reason, rejectionNote, ...row }) => [
      applicationId,
      {
        submission: {
          ...row,
          startedAt: startedAt.toISOString(),
          submittedAt: submittedAt?.toISOString() ?? null,
          undoUntil: undoUntil?.toISOString() ?? null,
          rejection: reason && { reason, note: rejectionNote ?? '' },
        },
      },
    ]),
  );
}

export async function countSubmissions(
  db: Db,
  studyId: string,
): Promise<NonNullable<ApplicantCounts['bySubmission']>> {
  const { rows } = await sql<{ status: SubmissionStatus; count: number }>`
    select last.status, count(*)::int as count from (
      select distinct on (application_id) status from project.submissions
      where study_id = ${studyId} order by application_id, started_at desc
    ) as last group by last.status`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** The query must name the tables `submission` and `study`. */
export const isVeryFast = sql<boolean>`coalesce(
  submission.submitted_at - submission.started_at < study.minutes * interval '1 minute' / ${VERY_FAST_SHARE}::int, false)`;

export async function findDraftAnswers(
  db: Db,
  { studyId, participantId }: { studyId: string; participantId: string },
): Promise<DraftAnswers | undefined> {
  const row = await db
    .selectFrom('project.draft_answers')
    .select('answers')
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row?.answers;
}

function selectOwnApplications(db: Db, applicantId: string) {
  return (
    db
      .selectFrom('project.applications as application')
      .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
      .select([
        'application.application_id as id',
        'application.applicant_id as applicantId',
        'application.status',
        'application.responses',
        'application.applied_at as appliedAt',
        'application.consent_version as consentVersion',
        'application.consented_at as consentedAt',
        'application.consent_withdrawn_at as consentWithdrawnAt',
        agreementsIfMany.as('agreements'),
        sql<
          true | null
        >`nullif(exists (select from project.reports as report where report.reporter_id = application.applicant_id
          and report.study_id = application.study_id and report.reported_on = current_date), false)`.as(
          'hasReported',
        ),
        'study.study_id as studyId',
        'study.state',
        'study.choosing',
        'study.is_open as isOpen',
        sql<boolean>`study.suspended_at is not null`.as('isSuspended'),
        sql<boolean>`coalesce((select true from project.ended_studies as ended where ended.study_id = study.study_id), false)`.as(
          'hasEnded',
        ),
        'study.public_name as publicName',
        'study.company_name as companyName',
        'study.incentive',
        'study.minutes as durationInMinutes',
        'study.survey',
        sql<string | null>`study.closes_on::text`.as('closesOn'),
        'study.available_dates as availableDates',
        sql<Date | null>`case when study.survey is not null and application.status = 'ACCEPTED' then (
          select until from project.survey_deadlines(${START_MINUTES.AT_ONCE}::int, ${START_MINUTES.AFTER_ACCEPTANCE}::int) as place
          where place.application_id = application.application_id and not is_started) end`.as('startBy'),
      ])
      .select((eb) => [
        eb
          .selectFrom('project.outdated_consents as asked')
          .select('asked.consent')
          .whereRef('asked.application_id', '=', 'application.application_id')
          .as('asksConsent'),
        eb
          .selectFrom('project.unread_messages as unread')
          .select('unread.participant_count')
          .whereRef('unread.application_id', '=', 'application.application_id')
          .as('unread'),
      ])
      .where('application.applicant_id', '=', applicantId)
      // A draft has no applicants. So each of these studies is published and has a duration.
      .$narrowType<{
        durationInMinutes: number;
      }>()
  );
}

async function withHistories(db: Db, rows: Row[]): Promise<Application[]> {
  const ids = rows.map(({ id }) => id);
  const histories = await findHistories(db, ids, 'APPLICANT');
  return rows.map(
    ({
      studyId,
      state,
      choosing,
      isOpen,
      isSuspended,
      hasEnded: hasStudyEnded,
      publicName,
      companyName,
      incentive,
      durationInMinutes,
      survey,
      closesOn,
      availableDates,
      consentVersion,
      consentedAt,
      consentWithdrawnAt,
      agreements,
      hasReported,
      unread,
      startBy,
      ...own
    }) => ({
      ...own,
      unreadMessages: unread ?? 0,
      ...(hasReported && { hasReported }),
      ...(startBy && { startBy: startBy.toISOString() }),
      appliedAt: own.appliedAt.toISOString(),
      history: histories.get(own.id) ?? [],
      consent: toConsented({ consentVersion, consentedAt, consentWithdrawnAt, agreements }),
      study: {
        id: studyId,
        publicName,
        companyName,
        incentive,
        durationInMinutes,
        ...toSurveyReply(survey, closesOn),
        choosing,
        availableDates,
        // Applicants who wait must not see that a study is full, because this would show whether they
        // qualified.
        recruitmentStatus: toRecruitmentStatus({
          state,
          isSuspended,
          isOpen: isOpen || (choosing === 'AT_ONCE' && own.status === 'PENDING'),
        }),
        hasEnded: hasStudyEnded,
      },
    }),
  );
}

export async function findOwnApplication(
  db: Db,
  applicantId: string,
  by: { applicationId: string } | { studyId: string },
): Promise<Application | undefined> {
  const mine = selectOwnApplications(db, applicantId);
  const rows = await (
    'studyId' in by
      ? mine.where('application.study_id', '=', by.studyId)
      : mine.where('application.application_id', '=', by.applicationId)
  ).execute();
  return (await withHistories(db, rows))[0];
}

/** If the project is deleted, the researcher's id is null. */
export async function findApplicationResearcher(
  db: Db,
  { applicationId, applicantId }: { applicationId: string; applicantId: string },
) {
  return db
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .leftJoin('project.projects as project', (join) =>
      join.onRef('project.project_id', '=', 'study.project_id').on('project.deleted_at', 'is', null),
    )
    .select([
      'application.application_id as applicationId',
      'study.study_id as studyId',
      'study.name as studyName',
      'project.creator_id as researcherId',
    ])
    .where('application.application_id', '=', applicationId)
    .where('application.applicant_id', '=', applicantId)
    .executeTakeFirst();
}

/** Also returns applications to closed studies of deleted projects. */
export async function listApplicationsByApplicant(
  db: Db,
  applicantId: string,
  { page, size }: Paging,
): Promise<{ content: Application[]; totalElements: number }> {
  const [rows, { total }] = await Promise.all([
    selectOwnApplications(db, applicantId)
      .orderBy('application.applied_at', 'desc')
      .orderBy('application.application_id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute(),
    db
      .selectFrom('project.applications')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('applicant_id', '=', applicantId)
      .executeTakeFirstOrThrow(),
  ]);
  return { content: await withHistories(db, rows), totalElements: total };
}

/** Returns true even if the person has withdrawn all applications. */
export async function hasAppliedAnywhere(db: Db, applicantId: string): Promise<boolean> {
  const found = await db
    .selectFrom('project.applications')
    .select('application_id')
    .where('applicant_id', '=', applicantId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
