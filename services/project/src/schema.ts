import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import type { DECISION_REASONS } from '@app/contracts/project/application-choices.ts';
import type { APPLICATION_STATUSES, StudyApplication } from '@app/contracts/project/applications.ts';
import type { PayableKind } from '@app/contracts/payment/payouts.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import type {
  BookingState,
  CHOOSING,
  MeetingWay,
  ReportKind,
} from '@app/contracts/project/meeting-choices.ts';
import type { MeetingDetails } from '@app/contracts/project/meeting-fields.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import type { STUDY_STATES, ScreenerQuestion } from '@app/contracts/project/studies.ts';
import type { CompletionMeaning, StoredSurvey } from '@app/contracts/project/survey.ts';
import type {
  REJECTION_REASONS,
  SUBMISSION_OUTCOMES,
  SubmissionStatus,
} from '@app/contracts/project/submission-choices.ts';
import type { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import type { AuditTable } from '@app/kit/audit.ts';
import type { FurtherBits } from '@app/contracts/further-bits.ts';
import type { ReportTables } from './report-tables.ts';

/** One of the two drivers would make a PostgreSQL array of a list, so lists are written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrEmpty<T> = ColumnType<T, string | undefined, string>;

export type StudyState = (typeof STUDY_STATES)[number];
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export interface ProjectTables extends ReportTables {
  'project.projects': {
    project_id: string;
    creator_id: string;
    project_name: string;
    description: string;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    version: Generated<number>;
  };
  'project.studies': {
    study_id: string;
    project_id: string;
    state: Generated<StudyState>;
    name: string;
    public_name: string;
    description: string;
    company_name: string | null;
    device_bits: number;
    minimum_age: number;
    maximum_age: number;
    gender_bits: number;
    education_bits: number;
    income_bits: number;
    further_bits: ColumnType<FurtherBits, FurtherBits | undefined, FurtherBits>;
    screeners: Json<ScreenerQuestion[]>;
    available_dates: JsonOrEmpty<string[]>;
    available_times: JsonOrEmpty<string[]>;
    duration_in_minutes: DurationInMinutes | null;
    survey: Json<StoredSurvey> | null;
    closes_on: string | null;
    minutes: GeneratedAlways<number | null>;
    desired_number_of_participants: number | null;
    created_at: Generated<Date>;
    published_at: Date | null;
    closed_at: Date | null;
    version: Generated<number>;
    accepted_count: Generated<number>;
    paid_elsewhere: Generated<number>;
    payout_fee_in_pesewas: Generated<number>;
    announced_at: Date | null;
    deleted_at: Date | null;
    suspended_at: Date | null;
    suspend_reason: string | null;
    suspended_by: string | null;
    resumed_at: Generated<Date | null>;
    places_left: GeneratedAlways<number | null>;
    is_open: GeneratedAlways<boolean>;
    meeting_way: Generated<MeetingWay>;
    meeting_details: JsonOrEmpty<MeetingDetails>;
    seats_per_slot: Generated<number>;
    is_listed: Generated<boolean>;
    choosing: Generated<(typeof CHOOSING)[number]>;
    lead_hours: Generated<number>;
    notice_hours: Generated<number>;
    buffer_minutes: Generated<number>;
    without_times: JsonOrEmpty<string[]>;
    incentive: Generated<number>;
    was_paid: Generated<boolean>;
    refunded_at: Date | null;
    refunding_until: Date | null;
    open_quotas: number[] | null;
    answers_erased_at: Date | null;
    ends_at: Generated<Date>;
    ethics: ColumnType<Ethics | null, string | null | undefined, string | null>;
    consent_version: Generated<number>;
    is_restricted: Generated<boolean>;
    is_invite_only: Generated<boolean>;
  };
  'project.study_quotas': {
    study_id: string;
    quota: number;
    gender_bits: number;
    minimum_age: number;
    maximum_age: number;
    region_bits: number;
    places: number;
  };
  'project.required_studies': { study_id: string; earlier_id: string; who_bits: number };
  'project.invited_people': {
    study_id: string;
    participant_id: string;
    invitation_id: string | null;
    owns_address: Generated<boolean>;
  };
  'project.excluded_studies': {
    study_id: string;
    earlier_id: string;
    who_bits: number;
    weeks: number | null;
  };
  'project.consent_agreements': { application_id: string; version: number; agreed_at: Date };
  'project.study_consents': { study_id: string; version: number; text: string; written_at: Generated<Date> };
  'project.suspensions': {
    user_id: string;
    version: number;
    is_suspended: boolean;
  };
  'project.study_slots': {
    study_id: string;
    starts_at: Date;
    seats: Generated<number>;
    taken: Generated<number>;
    meeting_details: ColumnType<MeetingDetails | null, string | null | undefined, string | null>;
    room: Generated<string>;
    place_changed_at: Date | null;
  };
  'project.bookings': {
    booking_id: string;
    application_id: string;
    study_id: string;
    participant_id: string;
    researcher_id: string;
    part: Generated<number>;
    state: BookingState;
    starts_at: Date | null;
    ends_at: Date | null;
    expires_at: Date | null;
    sequence: Generated<number>;
    moves: Generated<number>;
    phone_number: string | null;
    is_on_whatsapp: Generated<boolean>;
    number_shown_at: Date | null;
    calls: JsonOrEmpty<string[]>;
    unanswered_at: Date | null;
    proven_at: Date | null;
    created_at: Generated<Date>;
    booked_at: Date | null;
    confirmed_at: Date | null;
    is_late: Generated<boolean>;
    excused_at: Date | null;
    cancel_reason: string | null;
    marked: 'ATTENDED' | 'NO_SHOW' | 'TURNED_AWAY' | null;
    marked_at: Date | null;
    notified_starts_at: Date | null;
    notified_details: string | null;
    details_notices: Generated<number>;
    final_at: Date | null;
    has_pending_notification: Generated<boolean>;
    report_kind: ReportKind | null;
    report_text: string | null;
    answer_text: string | null;
    reported_at: Date | null;
    decision: 'PARTICIPANT' | 'RESEARCHER' | null;
    decision_reason: string | null;
    decided_at: Date | null;
    decided_by: string | null;
    counts_as_attended: Generated<boolean>;
  };
  'project.proof_words': {
    booking_id: string;
    researcher_id: string;
    day: string;
    pair: number;
    wrong_entries: Generated<string[]>;
  };
  'project.booking_steps': {
    step_id: Generated<string>;
    booking_id: string;
    state: string;
    starts_at: Date | null;
    made_by: 'PARTICIPANT' | 'RESEARCHER' | 'SYSTEM' | 'ADMIN';
    at: Generated<Date>;
  };
  'project.payables': {
    application_id: string;
    study_id: string;
    participant_id: string;
    kind: Generated<PayableKind>;
    pesewas: number;
    version: Generated<number>;
    sent_version: Generated<number>;
    changed_at: Generated<Date>;
    due_at: Generated<Date>;
  };
  'project.participant_quarter_hours': { participant_id: string; quarter_at: Date; booking_id: string };
  'project.researcher_quarter_hours': {
    researcher_id: string;
    quarter_at: Date;
    study_id: string;
    starts_at: Date;
  };
  'project.waiting': {
    study_id: string;
    participant_id: string;
    application_id: string;
    days: JsonOrEmpty<string[]>;
    joined_at: Generated<Date>;
  };
  'project.reminders': { about_id: string; kind: string; starts_at: Date; sent_at: Generated<Date> };
  'project.calendar_feeds': { researcher_id: string; key_hash: Buffer; created_at: Generated<Date> };
  'project.matching_profiles': {
    user_id: string;
    birth_date: string;
    gender_bit: number;
    education_bit: number;
    income_bit: number;
    device_bits: number;
    further_bits: ColumnType<FurtherBits, FurtherBits | undefined, FurtherBits>;
    former: JsonOrEmpty<FormerProfile[]>;
    set_up_at: ColumnType<Date | null, Date | null | undefined, Date | null | undefined>;
    openings_notified_until: Generated<Date>;
  };
  'project.left_people': { user_id: string; left_at: Generated<Date> };
  'project.applications': {
    application_id: string;
    study_id: string;
    applicant_id: string;
    status: Generated<ApplicationStatus>;
    is_qualified: boolean;
    responses: Json<StudyApplication['responses']>;
    applied_at: Generated<Date>;
    notified_step_id: string | null;
    remarks: Generated<string>;
    is_favourite: Generated<boolean>;
    age: GeneratedAlways<number>;
    gender_bit: GeneratedAlways<number>;
    region_bit: GeneratedAlways<number>;
    education_bit: GeneratedAlways<number>;
    income_bit: GeneratedAlways<number>;
    device_bits: GeneratedAlways<number>;
    changed_bits: GeneratedAlways<number>;
    asked_bits: GeneratedAlways<FurtherBits>;
    last_step_id: string | null;
    consent_version: Generated<number>;
    consented_at: Date | null;
    consent_withdrawn_at: Date | null;
    participant_code: GeneratedAlways<string>;
  };
  'project.participant_codes': { project_id: string; participant_id: string; code: Generated<string> };
  'project.completion_codes': { code: string; study_id: string; meaning: CompletionMeaning };
  'project.submissions': {
    submission_id: string;
    application_id: string;
    study_id: string;
    participant_id: string;
    session_key: string;
    status: Generated<SubmissionStatus>;
    started_at: Generated<Date>;
    expires_at: Date;
    extended_at: Date | null;
    submitted_at: Date | null;
    outcome: (typeof SUBMISSION_OUTCOMES)[number] | null;
    note: string | null;
    decided_by: string | null;
    decided_at: Date | null;
    final_at: Date | null;
    rejection_reason: (typeof REJECTION_REASONS)[number] | null;
    rejection_note: string | null;
    appeal_text: string | null;
    appealed_at: Date | null;
    admin_decided_at: Date | null;
    admin_reason: string | null;
    admin_name: string | null;
  };
  'project.draft_answers': {
    study_id: string;
    participant_id: string;
    answers: Json<DraftAnswers>;
    kept_at: Generated<Date>;
  };
  'project.study_views': {
    study_id: string;
    participant_id: string;
    seen_on: Generated<string>;
    source: (typeof VIEW_SOURCES)[number];
    began_on: string | null;
  };
  'project.application_steps': {
    step_id: string;
    application_id: string;
    decision_id: string;
    status: ApplicationStatus;
    by_user_id: string;
    reason: (typeof DECISION_REASONS)[number] | null;
    note: string | null;
    at: Generated<Date>;
    is_undone: Generated<boolean>;
  };
  'project.threads': {
    application_id: string;
    study_id: string;
    researcher_id: string;
    participant_id: string;
    last_number: Generated<number>;
    last_at: Date | null;
    started_by: string | null;
    started_at: Date | null;
    researcher_read: Generated<number>;
    participant_read: Generated<number>;
    researcher_blocked_at: Date | null;
    participant_blocked_at: Date | null;
  };
  'project.messages': {
    application_id: string;
    number: number;
    author_id: string;
    call_id: string;
    text: string;
    sent_at: Generated<Date>;
  };
  'project.audit': AuditTable;
  'project.notifications': {
    notification_id: string;
    user_id: string;
    key: string;
    kind: string | null;
    params: Generated<unknown>;
    message: Generated<string>;
    path: Generated<string | null>;
    is_read: Generated<boolean>;
    created_at: Generated<Date>;
    read_at: Date | null;
  };
  'project.suspended_people': { user_id: string };
  'project.suspended_studies': { study_id: string };
  'project.unrefunded_studies': Pick<
    ProjectTables['project.studies'],
    'study_id' | 'project_id' | 'state' | 'incentive' | 'deleted_at'
  >;
  'project.outdated_consents': {
    application_id: string;
    study_id: string;
    applicant_id: string;
    consent: { version: number; text: string };
  };
  'project.unread_messages': { application_id: string; participant_count: number; researcher_count: number };
}

export type Db = Kysely<ProjectTables>;

/** A value of which there is only one is stored as one bit. Devices are stored as several bits. */
export interface StoredProfile {
  birthDate: string;
  genderBit: number;
  educationBit: number;
  incomeBit: number;
  deviceBits: number;
  furtherBits: FurtherBits;
}

interface FormerProfile extends StoredProfile {
  until: string;
}

/** The matching profile and its earlier versions, oldest first. */
export interface ProfileWithHistory extends StoredProfile {
  former: readonly FormerProfile[];
  /** Null if the participant finished the set-up before we stored this time. */
  setUpAt?: Date | null;
}
