import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AdminRole,
  EducationLevel,
  Gender,
  IncomeRange,
  Role,
  VerificationStatus,
} from '@app/contracts/enumerations.ts';
import type { LegalTextName, LegalVersions } from '@app/contracts/legal-texts.ts';
import type { AuditTable } from '@app/kit/audit.ts';

export interface IdentityTables {
  'identity.people': {
    user_id: string;
    email: string;
    role: Role;
    first_name: string;
    last_name: string;
    phone_number: string | null;
    phone_hash: string | null;
    is_phone_of_sign_up: Generated<boolean>;
    password_hash: string | null;
    email_verified_at: Date | null;
    created_at: Generated<Date>;
    last_active_on: Generated<string>;
    wants_decisions: Generated<boolean>;
    wants_new_studies: Generated<boolean>;
    wants_applications: Generated<boolean>;
    wants_meetings: Generated<boolean>;
    wants_messages: Generated<boolean>;
    wants_decision_pushes: Generated<boolean>;
    wants_application_pushes: Generated<boolean>;
    wants_meeting_pushes: Generated<boolean>;
    wants_message_pushes: Generated<boolean>;
    wants_texts: Generated<boolean>;
    wants_study_texts: Generated<boolean>;
    /** The time of the last verification, change of address or new password. */
    credentials_changed_at: Date | null;
    suspended_at: Date | null;
    suspend_reason: string | null;
    suspension_version: Generated<number>;
    deletion_requested_on: Generated<string | null>;
  };
  'identity.consents': {
    user_id: string;
    text: LegalTextName;
    version: string;
    agreed_at: Generated<Date>;
  };
  'identity.google_accounts': {
    issuer: string;
    subject: string;
    user_id: string;
    added_at: Generated<Date>;
  };
  'identity.registrations': {
    registration_id: string;
    user_id: string;
    role: Role;
    first_name: string;
    last_name: string;
    phone_number: string | null;
    password_hash: string;
    browser_hash: Buffer | null;
    agreed_to: ColumnType<LegalVersions, string>;
    registered_at: Generated<Date>;
  };
  'identity.email_tokens': {
    token_hash: Buffer;
    user_id: string;
    purpose: LinkPurpose;
    registration_id: string | null;
    change_id: string | null;
    expires_at: Date;
    used_at: Date | null;
  };
  'identity.email_changes': {
    change_id: string;
    user_id: string;
    old_email: string;
    new_email: string;
    asked_at: Generated<Date>;
    changed_at: Date | null;
  };
  'identity.phones': {
    user_id: string;
    role: Role;
    proven_number: string;
    number_hash: string;
    proven_at: Generated<Date>;
    dead_at: Date | null;
  };
  'identity.phone_codes': {
    number_hash: string;
    coded_number: string;
    code_id: string;
    purpose: CodePurpose;
    user_id: string | null;
    flow_hash: Buffer;
    is_reserved: Generated<boolean>;
    code_hash: string | null;
    expires_at: Date;
    tries: Generated<number>;
    counted_from: Generated<Date>;
    sends: Generated<number>;
    wrong_tries: Generated<number>;
    next_at: Date;
  };
  'identity.ussd_sessions': {
    session_hash: string;
    user_id: string;
    screen: string;
    shown: ColumnType<object, string, string>;
    keys: Generated<string>;
    started_at: Generated<Date>;
  };
  'identity.requested_emails': {
    key: string;
    user_id: string | null;
    asked_at: Generated<Date>;
  };
  'identity.sessions': {
    session_id: string;
    user_id: string;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    device: string | null;
    is_by_code: Generated<boolean>;
  };
  'identity.refresh_tokens': {
    token_hash: Buffer;
    session_id: string;
    expires_at: Date;
    /** The time when a successor of the secret was first used. */
    rotated_at: Date | null;
    created_at: Generated<Date>;
    predecessor: Buffer | null;
    successor: Buffer | null;
  };
  'identity.ended_sessions': {
    session_id: string;
    ended_at: Generated<Date>;
  };
  'identity.admins': {
    admin_id: string;
    email: string;
    name: string;
    roles: AdminRole[];
    created_by: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date | null>;
    enrolment_hash: Buffer | null;
    enrolment_expires_at: Date | null;
  };
  'identity.admin_passkeys': {
    credential_id: string;
    admin_id: string;
    public_key: Buffer;
    sign_count: number;
    created_at: Generated<Date>;
    last_used_at: Generated<Date | null>;
  };
  'identity.admin_challenges': {
    challenge_hash: Buffer;
    admin_id: string | null;
    is_enrolment: boolean;
    expires_at: Date;
  };
  'identity.admin_sessions': {
    session_id: string;
    admin_id: string;
    secret_hash: Buffer;
    started_at: Generated<Date>;
    used_at: Generated<Date>;
    passkey_used_at: Generated<Date>;
  };
  'identity.password_tries': {
    email_hash: Buffer;
    tries: number;
    wait_until: Date;
    last_at: Date;
  };
  'identity.left_people': {
    user_id: string;
    left_at: Generated<Date>;
    /** The time of the next erasure in other services. Null when everything is erased. */
    next_at: Generated<Date | null>;
  };
  'identity.audit': AuditTable;
  'identity.companies': {
    user_id: string;
    company_name: string;
    business_name: string;
    industry: string;
    website: string;
    company_linked_url: string;
    founders_linked_in_url: string;
    is_institution: Generated<boolean>;
    ethics_approval_number: string | null;
    ethics_approval_expires_on: string | null;
    supervisor: string | null;
    stage: string;
    status: VerificationStatus;
    submitted_at: Generated<Date>;
    decided_at: Date | null;
    decline_reason: string | null;
    last_declined_at: Date | null;
    last_decline_reason: string | null;
    exports_blocked_at: ColumnType<Date | null, Date | null | undefined>;
    revoked_at: ColumnType<Date | null, Date | null | undefined>;
  };
  'identity.participant_profiles': {
    user_id: string;
    date_of_birth: string;
    gender: Gender;
    education: EducationLevel;
    annual_household_income: IncomeRange;
    region: string;
    city: string;
    languages: string[] | null;
    employment_status: string;
    job_role: string | null;
    industry: string | null;
    browsers: string[];
    computer_os: string;
    phone_os: string;
    tablet_os: string;
    has_webcam: boolean;
    has_internet: boolean;
    payment_provider: string;
    payment_account_name: string;
    payment_phone_number: string;
    payment_changed_at: Date | null;
    payment_number_hash: string | null;
    matching_withdrawn_at: Date | null;
    submitted_at: Generated<Date>;
    device_bits: GeneratedAlways<number>;
    /** A trigger sets this column in new rows. The retention job fills it in older rows. */
    further_bits: GeneratedAlways<number[] | null>;
  };
  'identity.profile_history': {
    user_id: string;
    until: Generated<Date>;
    date_of_birth: string;
    gender: Gender;
    education: EducationLevel;
    annual_household_income: IncomeRange;
    device_bits: number;
    further_bits: number[] | null;
  };
  'identity.push_subscriptions': {
    endpoint_hash: Buffer;
    user_id: string;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    public_key: string;
    renewed_at: Generated<Date>;
  };
  'identity.texts': {
    text_id: string;
    user_id: string | null;
    kind: string;
    state: Generated<TextState>;
    reason: string | null;
    gateway: string | null;
    gateway_id: string | null;
    number_hash: string | null;
    queued_at: Generated<Date>;
    left_at: Date | null;
    ended_at: Date | null;
  };
  'identity.early_text_reports': {
    gateway: string;
    gateway_id: string;
    state: 'DELIVERED' | 'FAILED';
    reported_at: Generated<Date>;
  };
  'identity.invitation_lists': {
    study_id: string;
    researcher_id: string;
    ended_at: ColumnType<Date | null, string | null | undefined, Date | string | null>;
    checked_at: Generated<Date>;
  };
  'identity.invitations': {
    invitation_id: string;
    study_id: string;
    address_hash: string;
    invited_address: string | null;
    user_id: string | null;
    added_at: Generated<Date>;
    invited_at: Date | null;
    reminded_at: Date | null;
    stopped_at: Date | null;
  };
  'identity.never_invited': { address_hash: string; since: Generated<Date> };
  'identity.reach_counts': {
    gender_bit: number;
    education_bit: number;
    income_bit: number;
    device_bits: number;
    people_up_to: number[];
  };
  'identity.refused_mailboxes': {
    user_id: string;
    email: string;
    since: Generated<Date>;
  };
  'identity.reach_refresh': {
    is_only_row: Generated<boolean>;
    refreshed_at: Date;
    is_sample: Generated<boolean>;
  };
  'identity.reach_sample': {
    age: number;
    gender_bit: number;
    education_bit: number;
    income_bit: number;
    device_bits: number;
    further_bits: number[];
    people: number;
  };
}

export type TextState = 'WAITING' | 'LEAVING' | 'ACCEPTED' | 'DELIVERED' | 'FAILED' | 'UNKNOWN' | 'DROPPED';

export type LinkPurpose =
  | 'VERIFY_EMAIL'
  | 'RESET_PASSWORD'
  | 'DECIDE_COMPANY'
  | 'LEAVE'
  | 'CHANGE_EMAIL'
  | 'ASK_EMAIL_CHANGE';

export type CodePurpose = 'PROVE' | 'LOG_IN';
