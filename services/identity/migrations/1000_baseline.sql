-- The schema of the identity service: accounts, sessions, profiles, companies, consents, emails and texts,
-- reach, and invitations. Earlier migrations are not kept; later ones change the result of this file.

-- Role ---------------------------------------------------------------------------------------------------

-- The running service acts under this role. It can use this schema and no other.
do $$
begin
  if not exists (select from pg_roles where rolname = 'identity_app') then
    create role identity_app nologin;
  end if;
exception
  -- Another node, or another database on the same server, has created the role at the same moment.
  when duplicate_object or unique_violation then null;
end
$$;
-- The user that migrates may act under the service's role, because a single process uses one connection for
-- both.
grant identity_app to current_user;
grant usage on schema identity to identity_app;
-- The role may use every table that this and later migrations create, unless a migration revokes it.
alter default privileges in schema identity grant select, insert, update, delete on tables to identity_app;
-- With MIGRATE=never, a node whose login owns nothing checks that the schema is up to date, so it must read
-- this table.
grant select on identity.migrations to identity_app;

-- Tables -------------------------------------------------------------------------------------------------

-- One account: a researcher or a participant.
create table identity.people (
  user_id uuid primary key,
  -- Normalised (NFKC, lower case), so that all spellings of an address are one account.
  email text not null unique,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  first_name text not null,
  last_name text not null,
  phone_number text,
  -- Admins find a number that is not confirmed yet by this keyed hash.
  phone_hash text,
  -- Null for a person who signs in with Google only, and until the address is verified.
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- The last day, in Ghana's time zone, on which the person used the site.
  last_active_on date not null default (now() at time zone 'UTC')::date,
  wants_decisions boolean not null default true,
  wants_new_studies boolean not null default true,
  -- Links that were requested before this time are not sent any more. Null if the credentials never changed.
  credentials_changed_at timestamptz,
  suspended_at timestamptz,
  suspend_reason text,
  -- Rises with each change of the right to act, so that an older message cannot undo a newer one.
  suspension_version integer not null default 0,
  wants_applications boolean not null default true,
  wants_meetings boolean not null default true,
  -- Choices of text messages. Messages about new studies are promotion, so they need an opt-in.
  wants_texts boolean not null default true,
  wants_study_texts boolean not null default false,
  wants_messages boolean not null default true,
  wants_decision_pushes boolean not null default true,
  wants_application_pushes boolean not null default true,
  wants_meeting_pushes boolean not null default true,
  wants_message_pushes boolean not null default true,
  -- True until the number is changed: the number given at sign-up can be confirmed without a password, a
  -- later one cannot.
  is_phone_of_sign_up boolean not null default true,
  -- The day on which the person asked an admin to delete the account.
  deletion_requested_on date
);

-- Registrations of addresses that are not verified yet. A link completes only its own registration, so that
-- a stranger who registered another person's address cannot choose that person's password.
create table identity.registrations (
  registration_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  first_name text not null,
  last_name text not null,
  phone_number text,
  password_hash text not null,
  registered_at timestamptz not null default clock_timestamp(),
  -- Accepted versions of the legal texts. They become consents when the link is opened.
  agreed_to jsonb not null,
  -- Hash of the browser's cookie with the registration's id; null without cookies. A link that is opened in
  -- another browser does not keep this registration's password.
  browser_hash bytea
);

-- A change of email address: pending until the link sent to the new address is opened, at most one a
-- person. Completed changes are kept for 30 days.
create table identity.email_changes (
  change_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  old_email text not null,
  new_email text not null,
  asked_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz
);

-- Secrets in the links of emails. Only the SHA-256 is stored. Each works once, for one person and purpose.
create table identity.email_tokens (
  token_hash bytea primary key,
  user_id uuid not null references identity.people on delete cascade,
  purpose text not null check (purpose in (
    'VERIFY_EMAIL', 'RESET_PASSWORD', 'DECIDE_COMPANY', 'LEAVE', 'CHANGE_EMAIL', 'ASK_EMAIL_CHANGE')),
  expires_at timestamptz not null,
  used_at timestamptz,
  registration_id uuid references identity.registrations on delete set null,
  -- The link confirms this change of address and is deleted with it.
  change_id uuid references identity.email_changes on delete cascade
);

-- A login in one browser. Renewals do not extend it past expires_at.
create table identity.sessions (
  session_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The device in a few words, such as 'Chrome on Android'; null where the browser did not say.
  device text,
  -- True if a text message code opened the session. Such a session cannot change payment or login details
  -- without a password.
  is_by_code boolean not null default false
);

-- Refresh secrets of sessions. A secret works until a successor is used, so a lost response ends no
-- session. When a second successor of one secret is used, the secret was stolen (RFC 9700 4.14.2).
create table identity.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references identity.sessions on delete cascade,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  -- The creation time of the newest secret shows when the session was last used.
  created_at timestamptz not null default now(),
  predecessor bytea,
  successor bytea
);

-- Sessions that ended before they expired. Their access tokens stay valid for some minutes, so other
-- services read this table to refuse them.
create table identity.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default clock_timestamp()
);

-- The people who run the installation. A command creates them. They are not among identity.people.
create table identity.admins (
  admin_id uuid primary key,
  -- Normalised like identity.people.email.
  email text not null unique,
  name text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['SUPPORT', 'ADMIN', 'FINANCE']),
  -- The operator who ran the command.
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- SHA-256 of the secret in the enrolment link. Null once a passkey is enrolled.
  enrolment_hash bytea unique,
  enrolment_expires_at timestamptz
);

-- The public keys with which admins sign in (WebAuthn). There is no password.
create table identity.admin_passkeys (
  -- Base64url, chosen by the authenticator.
  credential_id text primary key,
  admin_id uuid not null references identity.admins on delete cascade,
  public_key bytea not null,
  -- Rises with each use, if the authenticator counts; a lower number shows a copy.
  sign_count bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- Challenges that a passkey must sign. Each works once. Null admins are for unknown emails, so that the
-- response does not tell who is an admin.
create table identity.admin_challenges (
  challenge_hash bytea primary key,
  admin_id uuid references identity.admins on delete cascade,
  is_enrolment boolean not null,
  expires_at timestamptz not null
);

-- Sign-ins of admins. A session ends 30 minutes after its last use, and 8 hours after its start. A session
-- that was ended, or whose admin was removed, has no row.
create table identity.admin_sessions (
  session_id uuid primary key,
  admin_id uuid not null references identity.admins on delete cascade,
  -- SHA-256 of the secret in the cookie.
  secret_hash bytea not null unique,
  started_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- Acts that move money or suspend need a recent use.
  passkey_used_at timestamptz not null default now()
);

-- Google accounts that sign in to an account, identified by Google's subject. Their address is not used,
-- because it may change or pass to another person.
create table identity.google_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references identity.people on delete cascade,
  added_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- Number of consecutive failed logins, by the hash of the typed address, even if the address has no account.
create table identity.password_tries (
  email_hash bytea primary key,
  tries integer not null,
  wait_until timestamptz not null,
  last_at timestamptz not null
);

-- Phone numbers that their owners confirmed with a code (docs/decisions/0074). A number belongs to at most
-- one account of each role.
create table identity.phones (
  user_id uuid primary key references identity.people on delete cascade,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  proven_number text not null,
  number_hash text not null,
  proven_at timestamptz not null default clock_timestamp(),
  -- The time is set when texts to the number no longer arrive.
  dead_at timestamptz,
  unique (number_hash, role)
);

-- The newest code of each number, even if the number has no account. Each number has one row, which counts
-- its codes and tries.
create table identity.phone_codes (
  number_hash text primary key,
  coded_number text not null,
  -- The id of the text message that carries the code.
  code_id uuid not null unique,
  purpose text not null check (purpose in ('PROVE', 'LOG_IN')),
  user_id uuid references identity.people on delete set null,
  -- Hash of the session or of the browser's cookie that requested the code.
  flow_hash bytea not null,
  -- Null until the text is sent, and once the code is used.
  code_hash text,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- The counts below cover the day that starts at this time.
  counted_from timestamptz not null default clock_timestamp(),
  sends integer not null default 1,
  wrong_tries integer not null default 0,
  next_at timestamptz not null,
  -- True if the code counts against the reserve for known devices, phones that dial, and older accounts
  -- (docs/decisions/0074).
  is_reserved boolean not null default false
);

-- The current screen of each session in the USSD menu (docs/decisions/0080), stored without numbers and
-- texts.
create table identity.ussd_sessions (
  -- Hash of the gateway, the number and the gateway's session.
  session_hash text primary key,
  user_id uuid not null references identity.people on delete cascade,
  screen text not null,
  -- The values that the screen shows, without its words.
  shown jsonb not null default '{}',
  keys text not null default '',
  started_at timestamptz not null default clock_timestamp()
);

-- Accepted versions of the legal texts.
create table identity.consents (
  user_id uuid not null references identity.people on delete cascade,
  text text not null check (text in ('TERMS', 'PRIVACY')),
  version date not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, text, version)
);

create table identity.companies (
  user_id uuid primary key references identity.people on delete cascade,
  company_name text not null,
  business_name text not null,
  industry text not null,
  website text not null,
  company_linked_url text not null,
  founders_linked_in_url text not null,
  stage text not null,
  status text not null check (status in ('PENDING', 'VERIFIED', 'DECLINED')),
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decline_reason text,
  -- Optional information of universities and other research institutions.
  is_institution boolean not null default false,
  ethics_approval_number text,
  ethics_approval_expires_on date,
  supervisor text,
  -- Time of the decision before the last submission, which the admin who decides again can read.
  last_declined_at timestamptz,
  last_decline_reason text,
  -- Set when the company was revoked: the researcher may not download files until an admin allows it.
  exports_blocked_at timestamptz,
  -- When the verification was revoked; null again after the next decision.
  revoked_at timestamptz
);

create table identity.participant_profiles (
  user_id uuid primary key references identity.people on delete cascade,
  date_of_birth date not null,
  gender text not null,
  education text not null,
  annual_household_income text not null,
  region text not null,
  city text not null,
  employment_status text not null,
  -- Null for people without a job (hasJob of the contract).
  job_role text,
  industry text,
  browsers text[] not null,
  computer_os text not null,
  phone_os text not null,
  tablet_os text not null,
  has_webcam boolean not null,
  has_internet boolean not null,
  payment_provider text not null,
  payment_account_name text not null,
  -- E.164, encrypted.
  payment_phone_number text not null,
  submitted_at timestamptz not null default now(),
  -- Devices to take part with: 1 a computer with a webcam, 2 a mobile phone, 4 a tablet.
  device_bits smallint not null generated always as (
    case when computer_os <> 'NO_COMPUTER' and has_webcam then 1 else 0 end
    + case when phone_os <> 'NO_PHONE' then 2 else 0 end
    + case when tablet_os <> 'NO_TABLET' then 4 else 0 end
  ) stored,
  -- Payouts wait for two days after this moment. Null means the account of the set-up.
  payment_changed_at timestamptz,
  -- Null while the participant's consent to matching, given in the set-up, holds.
  matching_withdrawn_at timestamptz,
  -- Hash by which two accounts with one number are found, because the number itself is encrypted.
  payment_number_hash text,
  -- Null if the person was never asked, and empty if the person did not answer.
  languages text[],
  -- Seven sets of bits beside the five fields of the specification: region, languages, employment, job
  -- role, industry, phone, internet (contracts/src/further-bits.ts).
  further_bits integer[]
);

-- Earlier states of matching profiles. A study that opened before a change uses the profile of that time
-- (docs/decisions/0068).
create table identity.profile_history (
  user_id uuid not null references identity.participant_profiles on delete cascade,
  until timestamptz not null default clock_timestamp(),
  date_of_birth date not null,
  gender text not null,
  education text not null,
  annual_household_income text not null,
  device_bits smallint not null,
  further_bits integer[],
  primary key (user_id, until)
);

-- Numbers of active participants by gender, education, income and devices. A plain table, since only the
-- owner could refresh a materialised view.
create table identity.reach_counts (
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  -- Element n is the number of people of age n or younger, so that a range of ages needs one subtraction.
  people_up_to integer[] not null,
  primary key (gender_bit, education_bit, income_bit, device_bits)
);

-- Active participants with all fields that a study can require. There are too many combinations to store
-- counts, so this is a sample, or all people while they are few.
create table identity.reach_sample (
  age smallint not null,
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  further_bits integer[] not null,
  people integer not null,
  primary key (age, gender_bit, education_bit, income_bit, device_bits, further_bits)
);

-- One row: when reach was last counted, and whether the last count was a sample.
create table identity.reach_refresh (
  is_only_row boolean primary key default true check (is_only_row),
  refreshed_at timestamptz not null,
  is_sample boolean not null default true
);

-- Emails that another service requested, so that a job that runs twice sends one.
create table identity.requested_emails (
  -- The kind of the email, its recipient and its subject.
  key text primary key,
  asked_at timestamptz not null default now(),
  -- The row is deleted with its person. Null for an email to the admin, whose row is kept longer.
  user_id uuid references identity.people on delete cascade
);

-- People whose mail server refuses our emails. They see a notice until it accepts an email or they change
-- the address.
create table identity.refused_mailboxes (
  user_id uuid primary key references identity.people on delete cascade,
  email text not null,
  since timestamptz not null default clock_timestamp()
);

-- The delivery state of each text message, by the id of its job. It holds no words, and only a keyed hash
-- of the number.
create table identity.texts (
  text_id uuid primary key,
  user_id uuid references identity.people on delete cascade,
  kind text not null,
  state text not null default 'WAITING'
    check (state in ('WAITING', 'LEAVING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'UNKNOWN', 'DROPPED')),
  reason text,
  gateway text,
  gateway_id text,
  number_hash text,
  queued_at timestamptz not null default clock_timestamp(),
  left_at timestamptz,
  ended_at timestamptz
);

-- Delivery reports that arrived before the gateway answered the call that sent the text. They belong to no
-- person: gateway_id is the gateway's own id of a text.
create table identity.early_text_reports (
  gateway text not null,
  gateway_id text not null,
  state text not null check (state in ('DELIVERED', 'FAILED')),
  reported_at timestamptz not null default clock_timestamp(),
  primary key (gateway, gateway_id)
);

-- Browsers that receive web push. A subscription ends with its session, and passes to the next person who
-- logs in with the browser.
create table identity.push_subscriptions (
  endpoint_hash bytea primary key,
  user_id uuid not null references identity.people on delete cascade,
  session_id uuid not null references identity.sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  renewed_at timestamptz not null default now()
);

-- Lists of addresses that researchers invite to their studies. The project service learns which people are
-- on a list, but never an address.
create table identity.invitation_lists (
  study_id uuid primary key,
  researcher_id uuid not null references identity.people on delete cascade,
  -- When the study ended, as the project service last reported; the list is deleted some time later.
  ended_at timestamptz,
  checked_at timestamptz not null default now()
);

create table identity.invitations (
  invitation_id uuid primary key,
  study_id uuid not null references identity.invitation_lists on delete cascade,
  address_hash text not null,
  -- Null once no more emails are sent to the address. Its hash stays, so that the same list does not invite
  -- it again.
  invited_address text,
  -- The account of the address, or the first person who followed the link.
  user_id uuid references identity.people on delete set null,
  added_at timestamptz not null default now(),
  invited_at timestamptz,
  reminded_at timestamptz,
  stopped_at timestamptz,
  unique (study_id, address_hash)
);

-- Addresses that opted out of all invitations, permanently.
create table identity.never_invited (
  address_hash text primary key,
  since timestamptz not null default now()
);

-- People who deleted their account. `next_at` is set while the other services still have to erase data.
create table identity.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now(),
  next_at timestamptz default now()
);

-- Rate limits: how often a caller did something in the current window, for all nodes (kit/src/limits.ts).
create table identity.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);

-- Responses to POST requests with an Idempotency-Key, kept for a day (kit/src/idempotency.ts).
create table identity.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the request creates, the same in every retry.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Encrypted with the key itself, which is not stored. Null while the request runs.
  answer bytea,
  ends_at timestamptz not null
);

-- The audit log: security-relevant actions and who did them. It outlives accounts, so it has no foreign
-- key.
create table identity.audit (
  audit_id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  -- The admin who acted in the admin area; null for everybody else.
  admin_id uuid,
  address text,
  request_id text,
  about text
);

-- Indexes ------------------------------------------------------------------------------------------------

-- The retention job uses this index and those named by_age or by_end. Unverified accounts are few among many.
create index unverified_people on identity.people (created_at) where email_verified_at is null;
create index registrations_of_person on identity.registrations (user_id);
create unique index email_change_waiting on identity.email_changes (user_id) where changed_at is null;
create index email_changes_of_person on identity.email_changes (user_id);
create index email_changes_by_age on identity.email_changes (asked_at);
-- Finds the earlier links of a person for one purpose, because a new link invalidates them.
create index email_tokens_of_person on identity.email_tokens (user_id, purpose);
create index email_tokens_by_end on identity.email_tokens (expires_at);
-- Deleting a registration or a change of address deletes its links, so the foreign keys need these indexes.
create index email_tokens_of_registration on identity.email_tokens (registration_id);
create index email_tokens_of_change on identity.email_tokens (change_id);
create index sessions_of_person on identity.sessions (user_id) where ended_at is null;
-- The retention job finds old sessions by their start, because no column says when an unused session ended.
create index sessions_by_start on identity.sessions (created_at);
create index refresh_tokens_of_session on identity.refresh_tokens (session_id);
create index refresh_tokens_by_end on identity.refresh_tokens (expires_at);
-- Other services read the sessions that ended since their last call.
create index ended_sessions_by_time on identity.ended_sessions (ended_at);
create index admin_passkeys_of_admin on identity.admin_passkeys (admin_id);
create index admin_challenges_of_admin on identity.admin_challenges (admin_id);
create index admin_challenges_by_end on identity.admin_challenges (expires_at);
create index admin_sessions_of_admin on identity.admin_sessions (admin_id);
create index admin_sessions_by_start on identity.admin_sessions (started_at);
create index google_accounts_of_person on identity.google_accounts (user_id);
-- The retention job deletes old counts of failed logins.
create index password_tries_by_time on identity.password_tries (last_at);
create index phone_codes_of_person on identity.phone_codes (user_id);
create index phone_codes_by_age on identity.phone_codes (counted_from);
create index ussd_sessions_of_person on identity.ussd_sessions (user_id);
create index ussd_sessions_by_age on identity.ussd_sessions (started_at);
create index people_by_phone on identity.people (phone_hash);
-- Other accounts with the same payment number.
create index profiles_by_payment_number on identity.participant_profiles (payment_number_hash);
create index requested_emails_by_age on identity.requested_emails (asked_at);
create index requested_emails_by_person on identity.requested_emails (user_id);
-- The latest texts of a person, and all of them for their data file.
create index texts_of_person on identity.texts (user_id, queued_at);
create index texts_by_age on identity.texts (queued_at);
-- The text that a delivery report is about.
create index texts_by_gateway_id on identity.texts (gateway, gateway_id) where gateway_id is not null;
-- The last results of texts to a number tell whether it is still reachable.
create index texts_of_number on identity.texts (number_hash, ended_at) where number_hash is not null;
create index early_text_reports_by_age on identity.early_text_reports (reported_at);
create index push_subscriptions_of_person on identity.push_subscriptions (user_id);
create index push_subscriptions_of_session on identity.push_subscriptions (session_id);
create index invitation_lists_of_researcher on identity.invitation_lists (researcher_id);
-- Finds the lists whose study was not checked for the longest time.
create index invitation_lists_by_check on identity.invitation_lists (checked_at);
create index invitation_lists_by_end on identity.invitation_lists (ended_at) where ended_at is not null;
-- The invitations that an address received lately, from all researchers.
create index invitations_of_address on identity.invitations (address_hash, invited_at);
create index invitations_of_person on identity.invitations (user_id) where user_id is not null;
create index invitations_to_send on identity.invitations (study_id, added_at) where invited_at is null;
create index invitations_to_remind on identity.invitations (study_id, invited_at)
  where invited_at is not null and reminded_at is null;
create index left_people_to_erase on identity.left_people (next_at) where next_at is not null;
create index limits_by_end on identity.limits (ends_at);
create index idempotency_keys_by_end on identity.idempotency_keys (ends_at);
create index audit_of_person on identity.audit (user_id, at);
-- Admins read the audit by time, page by page.
create index audit_by_time on identity.audit (at, audit_id);

-- Functions ----------------------------------------------------------------------------------------------

-- Whether single choices and devices are among those that a study requires. The project service matches
-- with a function of the same text: services share no schema (docs/decisions/0098-matching-once.md).
create function identity.meets_choices(
  genders integer, educations integer, incomes integer, devices integer,
  gender_bit integer, education_bit integer, income_bit integer, device_bits integer
) returns boolean language sql immutable parallel safe
return genders & gender_bit <> 0 and educations & education_bit <> 0 and incomes & income_bit <> 0
  and devices & device_bits <> 0;

-- Whether a person meets the further criteria of a study: one value of each set that it requires
-- (contracts/src/further-bits.ts).
create function identity.meets_further_criteria(asked integer[], given integer[])
returns boolean language sql immutable parallel safe
return asked is null or (
  (asked[1] = 0 or asked[1] & given[1] <> 0) and (asked[2] = 0 or asked[2] & given[2] <> 0)
  and (asked[3] = 0 or asked[3] & given[3] <> 0) and (asked[4] = 0 or asked[4] & given[4] <> 0)
  and (asked[5] = 0 or asked[5] & given[5] <> 0) and (asked[6] = 0 or asked[6] & given[6] <> 0)
  and (asked[7] = 0 or asked[7] & given[7] <> 0));

-- The sets of bits of a profile, in the order of contracts/src/further-bits.ts.
create function identity.further_bits_of(profile identity.participant_profiles) returns integer[]
language sql immutable as $$
  select array[
    coalesce(1 << (array_position(array[
      'AHAFO', 'ASHANTI', 'BONO', 'BONO_EAST', 'CENTRAL', 'EASTERN', 'GREATER_ACCRA', 'NORTH_EAST',
      'NORTHERN', 'OTI', 'SAVANNAH', 'UPPER_EAST', 'UPPER_WEST', 'VOLTA', 'WESTERN', 'WESTERN_NORTH'
    ], profile.region) - 1), 0),
    case when 'ENGLISH' = any (coalesce(profile.languages, '{}')) then 1 else 0 end
      + case when 'TWI' = any (coalesce(profile.languages, '{}')) then 2 else 0 end
      + case when 'FANTE' = any (coalesce(profile.languages, '{}')) then 4 else 0 end
      + case when 'EWE' = any (coalesce(profile.languages, '{}')) then 8 else 0 end
      + case when 'GA' = any (coalesce(profile.languages, '{}')) then 16 else 0 end
      + case when 'DANGME' = any (coalesce(profile.languages, '{}')) then 32 else 0 end
      + case when 'DAGBANI' = any (coalesce(profile.languages, '{}')) then 64 else 0 end
      + case when 'GONJA' = any (coalesce(profile.languages, '{}')) then 128 else 0 end
      + case when 'HAUSA' = any (coalesce(profile.languages, '{}')) then 256 else 0 end
      + case when 'NZEMA' = any (coalesce(profile.languages, '{}')) then 512 else 0 end
      + case when 'DAGAARE' = any (coalesce(profile.languages, '{}')) then 1024 else 0 end
      + case when 'KASEM' = any (coalesce(profile.languages, '{}')) then 2048 else 0 end
      + case when 'OTHERS' = any (coalesce(profile.languages, '{}')) then 4096 else 0 end,
    coalesce(1 << (array_position(array[
      'UNEMPLOYED', 'EMPLOYED_FULL_TIME', 'EMPLOYED_PART_TIME', 'WORK_AND_SCHOOL', 'FREELANCER',
      'WORK_PART_TIME', 'SCHOOL_FULL_TIME', 'HOMEMAKER', 'RETIRED'
    ], profile.employment_status) - 1), 0),
    coalesce(1 << (array_position(array[
      'ACCOUNTING_FINANCE', 'ADMINISTRATION', 'ARTISAN_TRADESPERSON', 'BANKING', 'BUSINESS_OWNER',
      'CONSTRUCTION', 'CONSULTING', 'CUSTOMER_SERVICE', 'DATA_ANALYSIS', 'DESIGN', 'DRIVING_DELIVERY',
      'EDUCATION_TEACHING', 'ENGINEERING', 'FARMING_FISHING', 'FASHION_BEAUTY', 'HEALTHCARE',
      'HOSPITALITY_CATERING', 'HUMAN_RESOURCES', 'INFORMATION_TECHNOLOGY', 'LEGAL',
      'MARKETING_COMMUNICATIONS', 'MEDIA_JOURNALISM', 'PRODUCT_MANAGEMENT', 'RESEARCH', 'SALES_TRADING',
      'SECURITY_SERVICES', 'SOFTWARE_DEVELOPMENT', 'STUDENT', 'OTHER_JOB_ROLES'
    ], profile.job_role) - 1), 0),
    coalesce(1 << (array_position(array[
      'AGRICULTURE', 'ARTS_CULTURE', 'AUTOMOTIVE', 'BANKING_FINANCE', 'BEAUTY_PERSONAL_CARE',
      'CONSTRUCTION', 'CONSULTING', 'EDUCATION', 'ENERGY', 'FASHION_TEXTILES', 'FISHING', 'FOOD_BEVERAGE',
      'FORESTRY', 'GOVERNMENT', 'HEALTH', 'HOSPITALITY_TOURISM', 'INFORMATION_TECHNOLOGY', 'INSURANCE',
      'LEGAL_SERVICES', 'MANUFACTURING', 'MEDIA_ENTERTAINMENT', 'MINING', 'NON_PROFIT', 'REAL_ESTATE',
      'RETAIL_TRADE', 'SECURITY', 'TELECOMMUNICATIONS', 'TRANSPORT_LOGISTICS', 'OTHERS'
    ], profile.industry) - 1), 0),
    coalesce(1 << (array_position(array[
      'ANDROID', 'IOS_IPHONE', 'WINDOWS', 'OTHERS', 'NO_PHONE'
    ], profile.phone_os) - 1), 0),
    case when profile.has_internet then 1 else 0 end
  ]
$$;

-- The name under which admins see a person.
create function identity.full_name(person identity.people) returns text language sql immutable
return person.first_name || ' ' || person.last_name;

-- A search by admins finds a part of the name, company, id or email, also one that the person had
-- before.
create function identity.is_found(person identity.people, company text, search text) returns boolean
language sql stable
return position(lower(search) in lower(concat_ws(' ',
  person.first_name, person.last_name, person.email, company, person.user_id,
  (select string_agg(old_email, ' ') from identity.email_changes as change
    where change.user_id = person.user_id)))) > 0;

-- The legal texts whose given version, or a newer one, a person has not accepted.
create function identity.unaccepted_texts(person uuid, texts text[], versions date[]) returns text[]
stable language sql as $$
  select array(
    select known.text from unnest(texts, versions) with ordinality as known (text, version, place)
    where not exists (
      select from identity.consents as consent
      where consent.user_id = person and consent.text = known.text and consent.version >= known.version)
    order by place)
$$;
comment on function identity.unaccepted_texts is
  'Lists the legal texts whose given version, or a newer one, a person has not accepted; '
  'in the order in which they are given.';

-- Triggers -----------------------------------------------------------------------------------------------

-- Records every session that ends before it expires, whichever statement ends it.
create function identity.record_ended_session() returns trigger language plpgsql as $$
begin
  insert into identity.ended_sessions (session_id) values (old.session_id) on conflict do nothing;
  return null;
end
$$;
create trigger record_end after update of ended_at on identity.sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function identity.record_ended_session();
create trigger record_deletion after delete on identity.sessions
  for each row when (old.ended_at is null and old.expires_at > now())
  execute function identity.record_ended_session();

-- Clears a password that is written to an account whose address is not verified. A stranger may have chosen
-- it, so until the verification only registrations hold passwords.
create function identity.drop_unproven_password() returns trigger language plpgsql as $$
begin
  new.password_hash := null;
  return new;
end
$$;
create trigger drop_unproven_password before insert or update of password_hash on identity.people
  for each row when (new.email_verified_at is null) execute function identity.drop_unproven_password();

-- Derives the sets of bits from the profile, so that no statement can leave them outdated.
create function identity.derive_further_bits() returns trigger language plpgsql as $$
begin
  new.further_bits := identity.further_bits_of(new);
  return new;
end
$$;
-- This is a trigger and not a generated column, because adding a generated column would block a large table.
create trigger derive_further_bits before insert or update on identity.participant_profiles
  for each row execute function identity.derive_further_bits();

-- Stores the matching profile as it was before a change. The row is locked, so the changes of a person are
-- stored in order.
create function identity.keep_profile_history() returns trigger language plpgsql as $$
declare
  before integer[] := coalesce(old.further_bits, identity.further_bits_of(old));
begin
  -- The first answer to a question is not a change: it counts as if it came with the set-up.
  if before[2] = 0 and not exists (
    select from identity.profile_history where user_id = old.user_id and further_bits[2] <> 0
  ) then
    before[2] := new.further_bits[2];
    update identity.profile_history set further_bits[2] = new.further_bits[2]
      where user_id = old.user_id and further_bits[2] <> new.further_bits[2];
  end if;
  if (old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits, before)
    is distinct from (new.date_of_birth, new.gender, new.education, new.annual_household_income,
      new.device_bits, new.further_bits)
  then
    insert into identity.profile_history (
      user_id, date_of_birth, gender, education, annual_household_income, device_bits, further_bits)
    values (old.user_id, old.date_of_birth, old.gender, old.education, old.annual_household_income,
      old.device_bits, before);
  end if;
  return null;
end
$$;
create trigger keep_profile_history after update on identity.participant_profiles for each row
  when ((old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits,
      old.further_bits)
    is distinct from (new.date_of_birth, new.gender, new.education, new.annual_household_income,
      new.device_bits, new.further_bits))
  execute function identity.keep_profile_history();

-- Stops the invitations of an account before it is deleted, and forgets their addresses.
create function identity.stop_invitations() returns trigger language plpgsql as $$
begin
  update identity.invitations
  set invited_address = null, user_id = null, stopped_at = coalesce(stopped_at, now())
  where user_id = old.user_id;
  return old;
end
$$;
-- Runs before the foreign key clears `user_id`, because the trigger finds the invitations by it.
create trigger stop_invitations before delete on identity.people
  for each row execute function identity.stop_invitations();

-- Keeps the audit log append-only, also on the embedded engine, which ignores roles. Only the owner can
-- delete entries, and only those older than two years (docs/decisions/0066-retention.md).
create function identity.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '2 years' then
      return old;
    end if;
  end if;
  raise exception 'identity.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on identity.audit
  for each row execute function identity.refuse_audit_change();
create trigger refuse_truncate before truncate on identity.audit
  for each statement execute function identity.refuse_audit_change();

-- Rights -------------------------------------------------------------------------------------------------

-- The service adds to the audit log and can neither read nor change it.
revoke all on identity.audit from identity_app;
grant insert on identity.audit to identity_app;

-- First rows ---------------------------------------------------------------------------------------------

insert into identity.reach_refresh (refreshed_at) values (now());
