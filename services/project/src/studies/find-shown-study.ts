import { CompiledQuery, type Selectable } from 'kysely';
import type { Db, ProjectTables } from '../schema.ts';

type Row = Selectable<ProjectTables['project.studies']>;

export interface ShownStudy {
  id: string;
  creatorId: string;
  state: Row['state'];
  name: string;
  publicName: string;
  description: string;
  companyName: string | null;
  deviceBits: number;
  minimumAge: number;
  maximumAge: number;
  genderBits: number;
  educationBits: number;
  incomeBits: number;
  furtherBits: Row['further_bits'];
  openQuotas: Row['open_quotas'];
  screeners: Row['screeners'];
  availableDates: string[];
  availableTimes: string[];
  durationInMinutes: number;
  survey: Row['survey'];
  closesOn: Row['closes_on'];
  desiredNumberOfParticipants: number;
  publishedAt: Date;
  placesLeft: number;
  isOpen: boolean;
  isSuspended: boolean;
  version: number;
  incentive: number;
  ethics: Row['ethics'];
  consentVersion: number;
  consentText: string | null;
  meetingWay: Row['meeting_way'];
  meetingDetails: Row['meeting_details'];
  seatsPerSlot: number;
  choosing: Row['choosing'];
  leadHours: number;
  noticeHours: number;
  hasApplied: boolean;
  isRestricted: boolean;
  /** True if the participant applied to an excluded study or was not invited. */
  isExcluded: boolean;
  /**
   * True if the study has exclusions. Until the application is stored, it may change whether they apply to
   * this participant.
   */
  hasExclusions: boolean;
  hasSeen: boolean;
  hasApplicants: boolean;
  /** True after an absence in any study. */
  hasMissedMeeting: boolean;
  /** The time by the clock of the database. */
  now: Date;
}

/** The statement is a fixed text. Building it would take forty times as long as running it. */
const shownStudyText = `
  select
    study.study_id as "id",
    project.creator_id as "creatorId",
    study.state,
    study.name,
    study.public_name as "publicName",
    study.description,
    study.company_name as "companyName",
    study.device_bits as "deviceBits",
    study.minimum_age as "minimumAge",
    study.maximum_age as "maximumAge",
    study.gender_bits as "genderBits",
    study.education_bits as "educationBits",
    study.income_bits as "incomeBits",
    study.further_bits as "furtherBits",
    study.open_quotas as "openQuotas",
    study.screeners,
    study.available_dates as "availableDates",
    study.available_times as "availableTimes",
    study.minutes as "durationInMinutes",
    study.survey,
    study.closes_on::text as "closesOn",
    study.desired_number_of_participants as "desiredNumberOfParticipants",
    study.published_at as "publishedAt",
    study.places_left as "placesLeft",
    study.is_open as "isOpen",
    study.suspended_at is not null as "isSuspended",
    study.version,
    study.incentive,
    study.ethics,
    study.consent_version as "consentVersion",
    (select text from project.study_consents as consent
      where consent.study_id = study.study_id and consent.version = study.consent_version) as "consentText",
    study.meeting_way as "meetingWay",
    study.meeting_details as "meetingDetails",
    study.seats_per_slot as "seatsPerSlot",
    study.choosing,
    study.lead_hours as "leadHours",
    study.notice_hours as "noticeHours",
    exists (
      select from project.applications as application
      where application.study_id = study.study_id and application.applicant_id = $2
    ) as "hasApplied",
    study.is_restricted as "isRestricted",
    project.is_excluded(study.study_id, study.is_restricted, $2) as "isExcluded",
    study.is_invite_only or exists (
      select from project.excluded_studies as excluded where excluded.study_id = study.study_id
    ) as "hasExclusions",
    exists (
      select from project.study_views as view where view.study_id = study.study_id and view.participant_id = $2
    ) as "hasSeen",
    exists (
      select from project.applications as application where application.study_id = study.study_id
    ) as "hasApplicants",
    project.has_missed_meeting($2) as "hasMissedMeeting",
    now() as "now"
  from project.studies as study
  join project.projects as project on project.project_id = study.project_id
  where study.study_id = $1 and study.state <> 'DRAFT' and study.deleted_at is null`;

/** Returns undefined if the study is a draft or deleted. */
export async function findShownStudy(
  db: Db,
  studyId: string,
  participantId: string,
): Promise<ShownStudy | undefined> {
  const query = CompiledQuery.raw(shownStudyText, [studyId, participantId]);
  return (await db.executeQuery<ShownStudy>(query)).rows[0];
}
