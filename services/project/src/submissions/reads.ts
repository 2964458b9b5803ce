import { HOUR_MS, MINUTE_MS } from '@app/contracts/durations.ts';
import {
  MOST_STARTS,
  SILENCE_HOURS,
  START_MINUTES,
  VERY_FAST_SHARE,
} from '@app/contracts/project/submission-choices.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { fillPlaceholders } from '@app/contracts/project/survey.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { type Transaction, sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db, ProjectTables } from '../schema.ts';

export const surveyDeadlines = sql`project.survey_deadlines(${START_MINUTES.AT_ONCE}::int, ${START_MINUTES.AFTER_ACCEPTANCE}::int)`;

/**
 * True if no researcher can decide; then all submissions are approved after the time. The query must name its
 * table `study`.
 */
export const hasNoResearcher = sql<boolean>`exists (select from project.projects as project
  where project.project_id = study.project_id and (project.deleted_at is not null
    or exists (select from project.suspended_studies as own where own.study_id = study.study_id)))`;

const selectSubmissions = (db: Db) =>
  db
    .selectFrom('project.submissions as submission')
    .innerJoin(
      'project.applications as application',
      'application.application_id',
      'submission.application_id',
    )
    .innerJoin('project.studies as study', 'study.study_id', 'submission.study_id')
    .leftJoin('project.completion_codes as completed', (join) =>
      join.onRef('completed.study_id', '=', 'study.study_id').on('completed.meaning', '=', 'COMPLETED'),
    )
    .select([
      'submission.submission_id as id',
      'submission.study_id as studyId',
      'submission.session_key as sessionKey',
      'submission.status',
      'submission.outcome',
      'submission.started_at as startedAt',
      'submission.expires_at as expiresAt',
      'submission.submitted_at as submittedAt',
      'submission.extended_at as extendedAt',
      'submission.decided_at as decidedAt',
      'submission.final_at as finalAt',
      'submission.rejection_reason as rejectionReason',
      'submission.rejection_note as rejectionNote',
      sql<Date | null>`project.appeal_until(submission)`.as('appealUntil'),
      hasNoResearcher.as('hasNoResearcher'),
      'submission.appealed_at as appealedAt',
      'submission.admin_decided_at as adminDecidedAt',
      'submission.admin_reason as adminReason',
      'application.participant_code as participantCode',
      'study.survey',
      'study.public_name as publicName',
      'study.incentive',
      'completed.code as completedCode',
    ])
    .select((eb) =>
      eb
        .selectFrom('project.submissions as start')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('start.application_id', '=', 'submission.application_id')
        .as('starts'),
    );
type Row = Awaited<ReturnType<ReturnType<typeof selectSubmissions>['executeTakeFirstOrThrow']>>;

/** These conditions must be the same as in the job that approves (end-by-time.ts). */
function readPaidBy(row: Row): string | null {
  const { status, outcome, startedAt, submittedAt, decidedAt, survey } = row;
  const since = { SUBMITTED: submittedAt, REJECTION_REQUESTED: decidedAt }[status as string];
  const took = (submittedAt?.getTime() ?? 0) - startedAt.getTime();
  const isVeryFast = took * VERY_FAST_SHARE < (survey?.minutes ?? 0) * MINUTE_MS;
  const waitsForPerson = outcome === 'NO_CODE' && isVeryFast && !row.hasNoResearcher;
  if (!since || outcome === 'LATE' || (status === 'SUBMITTED' && waitsForPerson)) return null;
  return new Date(since.getTime() + SILENCE_HOURS * HOUR_MS).toISOString();
}

/** The address is filled in on the server, so that no page can change its values. */
function describe({ config }: Pick<Deps, 'config'>, row: Row): OwnSubmission {
  const { id, studyId, status, outcome, survey, rejectionReason: reason, rejectionNote: note } = row;
  const address =
    survey &&
    fillPlaceholders(survey.address, {
      PARTICIPANT: row.participantCode,
      STUDY: studyId,
      SESSION: row.sessionKey,
      RETURN: `${config.PUBLIC_URL ?? ''}${paths.completion(row.completedCode ?? '')}`,
    });
  return {
    id,
    studyId,
    status,
    outcome,
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    paidBy: readPaidBy(row),
    finalAt: row.finalAt?.toISOString() ?? null,
    isExtended: row.extendedAt !== null,
    startsLeft: MOST_STARTS - (row.starts ?? 0),
    rejection: status === 'REJECTED' && reason ? { reason, note: note ?? '' } : null,
    appealUntil: row.appealUntil?.toISOString() ?? null,
    appealedAt: row.appealedAt?.toISOString() ?? null,
    adminDecision: row.adminDecidedAt && {
      decidedAt: row.adminDecidedAt.toISOString(),
      reason: row.adminReason ?? '',
    },
    survey:
      status === 'STARTED' && survey && address
        ? { address, host: new URL(address).host, minutes: survey.minutes }
        : null,
    study: {
      publicName: row.publicName,
      incentive: row.incentive,
      screenOutPay: survey?.screenOutPay ?? 0,
    },
  };
}

export async function readSubmission(
  { config }: Pick<Deps, 'config'>,
  db: Db | Transaction<ProjectTables>,
  submissionId: string,
): Promise<OwnSubmission> {
  const row = await selectSubmissions(db)
    .where('submission.submission_id', '=', submissionId)
    .executeTakeFirstOrThrow();
  return describe({ config }, row);
}

const MOST_LISTED = 200;

export async function listOwnSubmissions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  participantId: string,
): Promise<OwnSubmission[]> {
  const rows = await selectSubmissions(db)
    .distinctOn('submission.application_id')
    .where('submission.participant_id', '=', participantId)
    .orderBy('submission.application_id', 'desc')
    .orderBy('submission.started_at', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => describe({ config }, row));
}

export const listStudySubmissions = (db: Db, studyId: string) =>
  db
    .selectFrom('project.submissions as submission')
    .innerJoin(
      'project.applications as application',
      'application.application_id',
      'submission.application_id',
    )
    .distinctOn('submission.application_id')
    .select([
      'submission.submission_id as id',
      'application.participant_code as code',
      'submission.status',
      'submission.outcome',
    ])
    .where('submission.study_id', '=', studyId)
    .orderBy('submission.application_id')
    .orderBy('submission.started_at', 'desc')
    .execute();

export function countAppeals(db: Db) {
  return countWaiting(
    db,
    'SURVEY_APPEAL',
    sql`select coalesce(appealed_at, final_at) as since from project.submissions as submission
      where project.is_for_admin(submission)`,
  );
}
