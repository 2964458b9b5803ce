import { sql } from 'kysely';
import type { Paging } from '@app/contracts/endpoint.ts';
import { START_MINUTES } from '@app/contracts/project/submission-choices.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { toRecruitmentStatus, toSurveyReply } from '../../studies/recruitment-status.ts';
import type { Db } from '../../schema.ts';
import { agreementsIfMany, toConsented } from '../consent-agreements.ts';
import { findHistories } from '../application-steps.ts';

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
      // The list contains no drafts, which have no applicants, so every study has a duration.
      .$narrowType<{
        durationInMinutes: number;
      }>()
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectOwnApplications>['execute']>>[number];

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
        // Waiting applicants see no full status, because it would reveal whether they qualified.
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

/** Includes applications to closed studies of deleted projects. */
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

/** The researcher's id is null once the project is deleted. */
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
