/**
 * Statements of a node that knows the project schema of 1000_baseline.sql and no later migration. Until 0.1.0
 * is released they change with that file.
 */

/** A migration must keep the values of these columns; the key comes first. */
export const columns = {
  projects: 'project_id, creator_id, project_name, description, created_at, deleted_at, version',
  studies:
    'study_id, project_id, state, name, public_name, description, company_name, device_bits, minimum_age, maximum_age, ' +
    'gender_bits, education_bits, income_bits, screeners, available_dates, available_times, duration_in_minutes, ' +
    'desired_number_of_participants, created_at, published_at, closed_at, version, accepted_count, meeting_way, incentive, ' +
    'consent_version',
  matching_profiles:
    'user_id, birth_date, gender_bit, education_bit, income_bit, device_bits, further_bits, former',
  applications:
    'application_id, study_id, applicant_id, status, is_qualified, responses, applied_at, age, gender_bit, education_bit, ' +
    'income_bit, device_bits, region_bit, consent_version',
};

const isOwn = (user: string) => `
  exists (select project.project_id from project.projects as project
    where project.project_id = study.project_id and project.creator_id = ${user} and project.deleted_at is null)`;

/** $1 application, $2 applicant, $3 responses, $4 study. */
export const apply = `
  insert into project.applications (application_id, study_id, applicant_id, responses, is_qualified, applied_at)
  select $1::uuid, study_id, $2::uuid, $3::jsonb, true, coalesce(null::timestamptz, now()) from project.studies
    where study_id = $4 and state = 'PUBLISHED' for share
  on conflict (study_id, applicant_id) do nothing returning applied_at`;

/** $1 notification, $2 person, $3 key. */
export const notify = `
  insert into project.notifications (notification_id, user_id, key, kind) values ($1, $2, $3, 'NEW_APPLICANT')
  on conflict (key) do nothing`;

/** $1 study, $2 project. */
export const createStudySql = `
  insert into project.studies (study_id, project_id, name, public_name, description, company_name, device_bits,
    minimum_age, maximum_age, gender_bits, education_bits, income_bits, screeners)
  values ($1, $2, 'Wallets', 'How do you pay?', 'We talk', 'Company', 7, 18, 100, 7, 255, 31, '[]')`;

/** $1 study, $2 researcher. */
export const publishStudySql = `
  update project.studies as study set state = 'PUBLISHED', published_at = now(), available_dates = '["2030-01-01"]',
    available_times = '["09:00 AM"]', duration_in_minutes = 30, desired_number_of_participants = 2, company_name = 'C'
  where study.study_id = $1 and study.state = 'DRAFT' and ${isOwn('$2')} returning study.study_id`;

/** $1 study, $2 researcher. */
export const lockStudy = `
  select study.study_id as id, study.state, study.public_name as "publicName" from project.studies as study
  where study.study_id = $1 and ${isOwn('$2')} for update of study`;

/** $1 study. */
export const closeStudy = `
  update project.studies as study set state = 'CLOSED', closed_at = now()
  where study.study_id = $1 and study.state = 'PUBLISHED' and exists (select application.application_id
    from project.applications as application where application.study_id = study.study_id)
  returning study.study_id`;

/** $1 study. */
export const deleteStudy = 'delete from project.studies where study_id = $1';

/** $1 participant, $2 size, $3 offset. */
export const browse = `
  select study.study_id as "id", study.public_name as "publicName", study.duration_in_minutes as "durationInMinutes",
    study.available_dates as "availableDates"
  from project.matching_profile_versions as profile cross join lateral project.eligible_studies(profile.user_id, profile.since, profile.until,
    profile.age, profile.gender_bit, profile.education_bit, profile.income_bit, profile.device_bits, profile.further_bits) as study
  where profile.user_id = $1
  order by study.published_at desc, study.study_id desc limit $2 offset $3`;

/** $1 study. */
export const listApplicants = `
  select application.application_id as id, application.applicant_id as "applicantId", application.status,
    application.is_qualified as "isQualified", application.responses, application.applied_at as "appliedAt",
    person.birth_date as "birthDate", person.gender_bit as "genderBit"
  from project.applications as application
  join project.matching_profiles as person on person.user_id = application.applicant_id
  where application.study_id = $1 order by application.applied_at desc, application.application_id desc limit 10`;
