import { type Transaction, CompiledQuery, sql } from 'kysely';
import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { type NewNotification, notificationsJson } from '../../notifications/write-notifications.ts';
import type { Deps } from '../../deps.ts';
import type { Db, ProjectTables, StudyState } from '../../schema.ts';
import { queueEmails } from '../../emails/queue-email.ts';
import { toRecruitmentStatus } from '../../studies/recruitment-status.ts';

export interface NewApplication {
  id: string;
  studyId: string;
  applicantId: string;
  responses: StudyApplication['responses'];
  isQualified: boolean;
  /** 0 if the study has no consent text. */
  consentVersion?: number | undefined;
  hasExclusions?: boolean | undefined;
  appliedAt?: Date;
}

interface InsertedRow {
  state: StudyState;
  isOpen: boolean;
  isStudySuspended: boolean;
  isSuspended: boolean;
  isMatched: boolean;
  isAgreed: boolean;
  isExcluded: boolean;
  appliedAt: Date | null;
}

/**
 * The statement is a fixed text. Building it would take thirty times as long as running it. Triggers copy the
 * matching profile, give the participant code, and record the agreement to the consent text.
 */
const insertApplicationSql = `
  with study as (
    select study_id, state, is_open, suspended_at is not null as is_study_suspended, choosing, consent_version = $7::int as is_agreed,
      exists (select from project.suspensions where user_id = $3::uuid and is_suspended) as is_suspended,
      exists (select from project.matching_profiles where user_id = $3::uuid) as is_matched,
      project.is_excluded(study_id, is_restricted, $3::uuid) as is_excluded
    from project.studies
    where study_id = $1 and state <> 'DRAFT' and deleted_at is null
    for share
  ), applied as (
    insert into project.applications (application_id, study_id, applicant_id, responses, is_qualified, applied_at,
      consent_version, consented_at)
    select $2::uuid, study_id, $3::uuid, $4::jsonb, $5::boolean, coalesce($6::timestamptz, now()), $7::int,
      case when $7::int > 0 then now() end
    from study where (is_open or choosing = 'AT_ONCE' and state = 'PUBLISHED') and not is_study_suspended
      and not is_suspended and is_matched and is_agreed and not is_excluded
    on conflict do nothing
    returning study_id, applied_at
  )
  select study.state, study.is_open as "isOpen", study.is_study_suspended as "isStudySuspended",
    study.is_suspended as "isSuspended", study.is_matched as "isMatched",
    study.is_agreed as "isAgreed", study.is_excluded as "isExcluded", applied.applied_at as "appliedAt",
    case when applied.applied_at is not null then project.insert_notifications($8::jsonb) end as notified
  from study left join applied using (study_id)`;

/**
 * If the application is refused, `appliedAt` is null and the flags give the reason. The unique key prevents a
 * second application (D-29). The lock prevents a change of the study.
 */
export async function insertApplication(
  db: Db,
  { id, studyId, applicantId, responses, isQualified, consentVersion = 0, appliedAt }: NewApplication,
  notification?: NewNotification,
): Promise<
  | (Omit<InsertedRow, 'state' | 'isOpen' | 'isStudySuspended'> & { recruitmentStatus: RecruitmentStatus })
  | undefined
> {
  const values = [
    studyId,
    id,
    applicantId,
    JSON.stringify(responses),
    isQualified,
    appliedAt ?? null,
    consentVersion,
    notificationsJson(notification ? [notification] : []),
  ];
  const query = CompiledQuery.raw(insertApplicationSql, values);
  const [row] = (await db.executeQuery<InsertedRow>(query)).rows;
  if (!row) return undefined;
  const { state, isOpen, isStudySuspended, ...found } = row;
  const status = toRecruitmentStatus({ state, isOpen, isSuspended: isStudySuspended });
  return { recruitmentStatus: status, ...found };
}

/**
 * If two studies exclude each other, the lock makes applications to them run one after the other. Removing an
 * invitation takes the same lock (invited-people.ts).
 */
export async function insertApplicationWithConsent(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  application: NewApplication,
  notification?: NewNotification,
): ReturnType<typeof insertApplication> {
  const { id, applicantId, consentVersion = 0, hasExclusions = false } = application;
  const email = { userId: applicantId, kind: 'CONSENT_GIVEN', about: `${id}:${consentVersion}` } as const;
  const [, outcome] = await Promise.all([
    hasExclusions &&
      sql`select from project.matching_profiles where user_id = ${applicantId} for update`.execute(trx),
    insertApplication(trx, application, notification),
    // If this refuses, the caller must end the transaction.
    consentVersion > 0 && queueEmails(deps, trx, [email]),
  ]);
  return outcome;
}
