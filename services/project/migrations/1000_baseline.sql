-- Earlier migrations are not kept; later ones change the result of this file.

-- Role ---------------------------------------------------------------------------------------------------

-- The running service acts under this role, which can use only this schema.
do $$
begin
  if not exists (select from pg_roles where rolname = 'project_app') then
    create role project_app nologin;
  end if;
exception
  -- Another node, or another database on the same server, has created the role at the same moment.
  when duplicate_object or unique_violation then null;
end
$$;
-- The user that migrates may act under the service's role, because a single process uses one connection for
-- both.
grant project_app to current_user;
grant usage on schema project to project_app;
-- The role may use every table that this and later migrations create, unless a migration revokes it.
alter default privileges in schema project grant select, insert, update, delete on tables to project_app;
-- With MIGRATE=never, a node whose login owns nothing checks that the schema is up to date, so it must read
-- this table.
grant select on project.migrations to project_app;

-- Tables -------------------------------------------------------------------------------------------------

-- A deleted project keeps its row while applicants can still see its closed studies.
create table project.projects (
  project_id uuid primary key,
  creator_id uuid not null,
  project_name text not null,
  description text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Increases with each edit and is the ETag.
  version integer not null default 1
);

-- Studies. Sets of choices are bits in the order of contracts/src/enumerations.ts, the first value lowest.
create table project.studies (
  study_id uuid primary key,
  project_id uuid not null references project.projects,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'PAUSED', 'CLOSED')),
  name text not null,
  public_name text not null,
  description text not null,
  -- The company's name when the study was created or published.
  company_name text,
  device_bits smallint not null check (device_bits between 1 and 7),
  minimum_age smallint not null check (minimum_age >= 1),
  maximum_age smallint not null check (maximum_age between minimum_age and 100),
  gender_bits smallint not null check (gender_bits between 1 and 7),
  education_bits smallint not null check (education_bits between 1 and 255),
  income_bits smallint not null check (income_bits between 1 and 31),
  screeners jsonb not null,
  available_dates jsonb not null default '[]',
  available_times jsonb not null default '[]',
  -- Null for an online study, whose survey says how long it takes.
  duration_in_minutes smallint check (duration_in_minutes in (15, 30, 45, 60)),
  -- The survey of an online study (contracts/src/project/survey.ts), and the last day for starting it.
  survey jsonb,
  closes_on date,
  minutes smallint generated always as (coalesce(duration_in_minutes, (survey ->> 'minutes')::smallint)) stored,
  desired_number_of_participants smallint check (desired_number_of_participants between 1 and 1000),
  created_at timestamptz not null default now(),
  published_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  -- One statement accepts an applicant and increases the number, only while a place is free.
  accepted_count smallint not null default 0,
  -- Time at which the study last opened, by which participants whom it fits are notified.
  announced_at timestamptz,
  -- The study can be restored for a day; then the retention job removes it.
  deleted_at timestamptz,
  -- An admin suspended the study: beside its state, and only an admin restores it.
  suspended_at timestamptz,
  -- The researcher reads the reason, and other admins the name.
  suspend_reason text,
  suspended_by text,
  -- When a pause or a suspension last ended: people with a place then have the whole time again to start.
  resumed_at timestamptz,
  -- How meetings take place. The defaults apply to a publish request without these fields.
  meeting_way text not null default 'PHONE' check (meeting_way in ('PHONE', 'VIDEO', 'IN_PERSON')),
  meeting_details jsonb not null default '{}',
  seats_per_slot smallint not null default 1 check (seats_per_slot between 1 and 30),
  choosing text not null default 'AFTER_ACCEPTANCE' check (choosing in ('AFTER_ACCEPTANCE', 'AT_ONCE')),
  lead_hours smallint not null default 4 check (lead_hours between 0 and 72),
  notice_hours smallint not null default 24 check (notice_hours between 0 and 72),
  buffer_minutes smallint not null default 0 check (buffer_minutes in (0, 15, 30)),
  -- Times that publishing left out on single days.
  without_times jsonb not null default '[]',
  -- The pay of each participant in whole GH₵; 0 for an unpaid study.
  incentive smallint not null default 0 check (incentive between 0 and 3000),
  -- The fee for sending a payment, as the budget had it when the study was published.
  payout_fee_in_pesewas integer not null default 0 check (payout_fee_in_pesewas >= 0),
  refunded_at timestamptz,
  -- The last meeting time that the closing job has found; '-infinity' until the job has looked.
  ends_at timestamptz not null default '-infinity',
  answers_erased_at timestamptz,
  -- Places used up by people who are owed money and are not accepted (project.places_paid_elsewhere). No
  -- upper bound: a place is paid twice if it was filled again before its first holder's meeting counted.
  paid_elsewhere smallint not null default 0 check (paid_elsewhere >= 0),
  places_left smallint generated always as (
    desired_number_of_participants - accepted_count - paid_elsewhere
  ) stored,
  -- A generated column, so that no statement can leave it outdated.
  is_open boolean not null generated always as (
    state = 'PUBLISHED' and deleted_at is null and suspended_at is null
    and accepted_count + paid_elsewhere < coalesce(desired_number_of_participants, 0)
  ) stored,
  -- The draft had an incentive before it became 0, so its budget may hold money.
  was_paid boolean not null default false,
  -- Until this time no place of a closed study is filled, because its budget may be closing.
  refunding_until timestamptz,
  -- True if the open study is shown to everyone, even without an account.
  is_listed boolean not null default false,
  -- Further criteria, seven sets of bits (contracts/src/further-bits.ts). Null means none.
  further_bits integer[] check (cardinality(further_bits) = 7),
  -- The approval, or the reason why none is needed (contracts/src/project/ethics.ts).
  ethics jsonb,
  -- The latest version in project.study_consents; 0 if the study has no consent text.
  consent_version integer not null default 0,
  -- Quotas with free places: four numbers each, one quota after the other. Null for a study without quotas.
  open_quotas integer[],
  -- True if only invited people and participants of named earlier studies see the study.
  is_restricted boolean not null default false,
  is_invite_only boolean not null default false,
  check ((state = 'DRAFT') = (published_at is null)),
  check ((state = 'CLOSED') = (closed_at is not null)),
  check ((survey is null) = (closes_on is null)),
  check ((suspended_at is null) = (suspend_reason is null) and (suspended_at is null) = (suspended_by is null)),
  check (state = 'DRAFT' or desired_number_of_participants is not null
    and (duration_in_minutes is null) = (survey is not null)),
  constraint studies_places_check
    check (accepted_count between 0 and coalesce(desired_number_of_participants, 0))
);

-- Quotas: numbers of places of a study for groups of people (docs/decisions/0071-quotas.md). No bits mean
-- anyone; the ages 0 and 127 mean no limit.
create table project.study_quotas (
  study_id uuid not null references project.studies on delete cascade,
  quota smallint not null check (quota between 0 and 59),
  gender_bits smallint not null,
  minimum_age smallint not null,
  maximum_age smallint not null,
  region_bits integer not null,
  places smallint not null check (places >= 0),
  primary key (study_id, quota)
);

-- Exclusions: a study excludes participants of an earlier study of the same researcher. The bits are in the
-- order of EXCLUDED_PARTICIPATION (contracts/src/project/exclusions.ts); null weeks mean permanently.
create table project.excluded_studies (
  study_id uuid not null references project.studies on delete cascade,
  earlier_id uuid not null references project.studies on delete cascade,
  who_bits smallint not null check (who_bits between 1 and 15),
  weeks smallint check (weeks > 0),
  primary key (study_id, earlier_id),
  check (study_id <> earlier_id)
);

-- Restrictions: a study is only for participants of an earlier study of the same researcher, with bits as
-- in project.excluded_studies.
create table project.required_studies (
  study_id uuid not null references project.studies on delete cascade,
  earlier_id uuid not null references project.studies on delete cascade,
  who_bits smallint not null check (who_bits between 1 and 7),
  primary key (study_id, earlier_id),
  check (study_id <> earlier_id)
);

-- People whom a list of addresses admits to an invite-only study. The identity service names the people,
-- because only it knows the addresses.
create table project.invited_people (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  -- The invitation that admits this person and no other. The owner of the address has priority over a person
  -- who followed the link.
  invitation_id uuid,
  owns_address boolean not null default false,
  primary key (study_id, participant_id)
);

create table project.study_consents (
  study_id uuid not null references project.studies on delete cascade,
  version integer not null,
  text text not null,
  written_at timestamptz not null default now(),
  primary key (study_id, version)
);

create function project.make_room() returns text language sql volatile as
$$ select translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', 'AB') $$;

-- Times at which the researcher of a published study can meet people. A cancelled time keeps its row,
-- without seats. One conditional update books a seat, and a check refuses more bookings than seats.
create table project.study_slots (
  study_id uuid not null references project.studies on delete cascade,
  starts_at timestamptz not null,
  seats smallint not null default 1,
  taken smallint not null default 0,
  -- Where this time meets, if not as the study says. Past times keep what they had.
  meeting_details jsonb,
  -- Replaces {{MEETING}} in a link, so that each time has a room of its own.
  room text not null default project.make_room(),
  -- Last change of the place. People who booked before may change or cancel freely.
  place_changed_at timestamptz,
  primary key (study_id, starts_at),
  constraint study_slots_seats_check check (taken between 0 and seats)
);

-- Participants who opened a study's page, each once, with the day and how they found it. Researchers see
-- only numbers.
create table project.study_views (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  seen_on date not null default (now() at time zone 'UTC')::date,
  source text not null check (source in ('BROWSE', 'LINK', 'INVITATION')),
  -- Day on which the participant started to answer. It stays when the draft answers are deleted.
  began_on date,
  primary key (study_id, participant_id)
);

-- Matching profiles of participants, copied from the identity service when first needed and on each change.
create table project.matching_profiles (
  user_id uuid primary key,
  birth_date date not null,
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  openings_notified_until timestamptz not null default now(),
  -- The profile history, oldest first: "until" with the fields of matching-profiles/matching-profile.ts.
  former jsonb not null default '[]',
  -- Null if the profile was copied before these fields existed (matching-profiles/read-profile.ts).
  further_bits integer[] check (cardinality(further_bits) = 7),
  set_up_at timestamptz
);

-- The code by which researchers know a person in all studies of a project. No foreign key to the project,
-- because its lock could cause deadlocks.
create table project.participant_codes (
  project_id uuid not null,
  participant_id uuid not null,
  -- The letter prevents spreadsheets from reading a code as a number.
  code text not null default 'P' || upper(right(gen_random_uuid()::text, 12)) unique,
  primary key (project_id, participant_id)
);

-- Applications stay when the applicant's matching profile is deleted, so they have no foreign key to it.
create table project.applications (
  application_id uuid primary key,
  study_id uuid not null references project.studies,
  applicant_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  -- Computed when the answers arrive, and visible only to the researcher.
  is_qualified boolean not null,
  responses jsonb not null,
  applied_at timestamptz not null default now(),
  remarks text not null default '',
  is_favourite boolean not null default false,
  -- The fields below are the matching profile that counted for this study.
  age smallint not null,
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  last_step_id uuid,
  -- Fields that changed after the study was published, as bits in the order of UNMET_REQUIREMENTS.
  changed_bits smallint not null default 0,
  -- Version of the consent text that was accepted; 0 if none was required.
  consent_version integer not null default 0,
  consented_at timestamptz,
  consent_withdrawn_at timestamptz,
  -- 0 if the region was not known.
  region_bit integer not null default 0,
  -- The further criteria of the study, all met by the applicant, and no other fields
  -- (contracts/src/further-bits.ts). Null if the study has none.
  asked_bits integer[],
  notified_step_id uuid,
  -- Copied from project.participant_codes, whose row is deleted with the person's account.
  participant_code text not null,
  unique (study_id, applicant_id)
);

-- Status changes of applications after the first, with the person, the time and the reason.
create table project.application_steps (
  step_id uuid primary key,
  application_id uuid not null references project.applications,
  -- One decision can cover many applications.
  decision_id uuid not null,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  by_user_id uuid not null,
  -- STUDY_ENDED means that the project was deleted while the applicant waited.
  reason text check (reason in (
    'NOT_A_MATCH', 'PLACES_TAKEN', 'DATES_DO_NOT_FIT', 'ANSWERS_UNCLEAR', 'OTHER', 'STUDY_ENDED',
    'SCREENED_OUT', 'REJECTED')),
  note text,
  at timestamptz not null default clock_timestamp(),
  -- True for a decision that was undone, and for the step that undid it.
  is_undone boolean not null default false,
  check ((reason is not null) = (status = 'DECLINED')),
  check (note is null or status = 'DECLINED')
);
alter table project.applications add foreign key (last_step_id) references project.application_steps;

-- Each acceptance of a version of the consent text, while the application stores only the last one.
create table project.consent_agreements (
  application_id uuid not null references project.applications on delete cascade,
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  primary key (application_id, version)
);

-- Draft answers of participants, which survive a logout or a lost phone. Only their author can read them,
-- and the retention job deletes them.
create table project.draft_answers (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  -- The id of the chosen answer by the id of the question.
  answers jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (study_id, participant_id)
);

-- Seats of applicants, one at a time, and places reserved while they choose a time. Lists use the copied
-- columns of the study and both people; study_id has no foreign key, because its lock could cause deadlocks.
create table project.bookings (
  booking_id uuid primary key,
  application_id uuid not null references project.applications,
  study_id uuid not null,
  participant_id uuid not null,
  researcher_id uuid not null,
  -- Number of the meeting, for studies with several meetings; there are none yet.
  part smallint not null default 1,
  state text not null check (state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW',
    'TURNED_AWAY', 'NOBODY_CAME', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER', 'LAPSED')),
  starts_at timestamptz,
  ends_at timestamptz,
  expires_at timestamptz,
  -- SEQUENCE of the calendar file, which increases with each change of time and with a cancellation.
  sequence integer not null default 0,
  moves smallint not null default 0 check (moves between 0 and 3),
  -- The participant's number to call, encrypted. It is deleted a day after the meeting.
  phone_number text,
  is_on_whatsapp boolean not null default false,
  number_shown_at timestamptz,
  -- Times of the researcher's calls, and when the participant was notified that there was no answer.
  calls jsonb not null default '[]',
  unanswered_at timestamptz,
  -- When the researcher entered the participant's word (project.proof_words).
  proven_at timestamptz,
  created_at timestamptz not null default now(),
  -- Time at which the present meeting time was booked, after the lock of its slot, so that it can be compared
  -- with place_changed_at.
  booked_at timestamptz,
  confirmed_at timestamptz,
  -- True if the meeting was rescheduled or cancelled after the notice period began.
  is_late boolean not null default false,
  -- Since when the study or its researcher is suspended: people are notified not to come and cannot accept an
  -- offer. It stays if the meeting began before the end of the suspension.
  excused_at timestamptz,
  cancel_reason text,
  marked text check (marked in ('ATTENDED', 'NO_SHOW', 'TURNED_AWAY')),
  marked_at timestamptz,
  -- The participant's objection to the mark.
  report_kind text check (report_kind in ('NOT_A_NO_SHOW', 'NOBODY_CAME')),
  report_text text,
  reported_at timestamptz,
  -- The admin's decision on the objection.
  decision text check (decision in ('PARTICIPANT', 'RESEARCHER')),
  decision_reason text,
  decided_at timestamptz,
  -- The name of the admin, or null for a decision by the emailed link.
  decided_by text,
  -- True if the booking is paid like an attended meeting, whatever its state.
  counts_as_attended boolean not null default false,
  -- The researcher's answer to the objection.
  answer_text text,
  -- Meeting time in the last notification of both sides; null if there was none. A notification is pending
  -- while the booking has another time (bookings/notify-of-booking.ts).
  notified_starts_at timestamptz,
  -- Hash of the meeting details in the participant's last message.
  notified_details text,
  -- Number of messages about changed details, which is a part of SEQUENCE.
  details_notices integer not null default 0,
  -- Time from which the mark cannot be undone and has its effects: disputes, absences and payments.
  final_at timestamptz,
  -- True until a job notifies the participant of the final mark.
  has_pending_notification boolean not null default false,
  check ((starts_at is null) = (ends_at is null)),
  check (starts_at < ends_at),
  check (state in ('HELD', 'LAPSED') or starts_at is not null),
  check ((state in ('HELD', 'OFFERED')) = (expires_at is not null))
);

-- Two words by which caller and participant know each other: the number of a pair of words/en/proof-words.ts.
-- They end with their booking, or 72 hours after the day of the meeting.
create table project.proof_words (
  booking_id uuid primary key,
  researcher_id uuid not null,
  day date not null,
  pair integer not null check (pair between 0 and 65535),
  wrong_entries text[] not null default '{}',
  unique (researcher_id, day, pair)
);

create table project.booking_steps (
  step_id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references project.bookings,
  state text not null,
  starts_at timestamptz,
  made_by text not null check (made_by in ('PARTICIPANT', 'RESEARCHER', 'SYSTEM', 'ADMIN')),
  at timestamptz not null default clock_timestamp()
);

-- Quarter hours of booked meetings. The primary key prevents a participant from having two meetings at one
-- time (docs/decisions/0099-quarter-hour-locks.md).
create table project.participant_quarter_hours (
  participant_id uuid not null,
  quarter_at timestamptz not null,
  booking_id uuid not null,
  primary key (participant_id, quarter_at)
);

-- Quarter hours in which researchers have a booked time. The first booking of a time inserts its quarter
-- hours and those of the gap after it; the last cancellation deletes them.
create table project.researcher_quarter_hours (
  researcher_id uuid not null,
  quarter_at timestamptz not null,
  study_id uuid not null,
  starts_at timestamptz not null,
  primary key (researcher_id, quarter_at)
);

-- Accepted applicants who wait for a free time, first come first served.
create table project.waiting (
  study_id uuid not null,
  participant_id uuid not null,
  application_id uuid not null references project.applications,
  -- Days that suit the applicant; an empty list means any day.
  days jsonb not null default '[]',
  joined_at timestamptz not null default clock_timestamp(),
  primary key (study_id, participant_id)
);

-- Codes with which participants of online studies come back from the survey.
create table project.completion_codes (
  code text primary key,
  study_id uuid not null references project.studies on delete cascade,
  meaning text not null check (meaning in ('COMPLETED', 'SCREENED_OUT', 'NOT_ELIGIBLE')),
  unique (study_id, meaning)
);

-- A person who ran out of time may start the survey again, so an application can have several submissions.
create table project.submissions (
  submission_id uuid primary key,
  application_id uuid not null references project.applications,
  study_id uuid not null,
  participant_id uuid not null,
  -- Names this start in the address of the survey.
  session_key text not null unique,
  status text not null default 'STARTED' check (status in ('STARTED', 'SUBMITTED', 'SCREENED_OUT', 'RETURNED',
    'TIMED_OUT', 'APPROVED', 'REJECTED', 'REJECTION_REQUESTED')),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  extended_at timestamptz,
  submitted_at timestamptz,
  outcome text check (outcome in ('CODE', 'NO_CODE', 'LATE')),
  -- The words of a participant who finished without a code.
  note text,
  -- The researcher who decided; null for a decision by time.
  decided_by uuid,
  decided_at timestamptz,
  -- Time from which a decision cannot be undone, and from which a payment is due.
  final_at timestamptz,
  rejection_reason text check (rejection_reason in ('NO_ANSWERS', 'EMPTY_ANSWERS', 'FAILED_CHECKS', 'NOT_AS_ASKED')),
  rejection_note text,
  -- The participant's objection to a rejection, and the admin's decision on it or on a rejection
  -- that was requested.
  appeal_text text,
  appealed_at timestamptz,
  admin_decided_at timestamptz,
  admin_reason text,
  admin_name text,
  check ((submitted_at is null) = (outcome is null)),
  check ((status in ('APPROVED', 'SCREENED_OUT', 'REJECTED', 'REJECTION_REQUESTED')) = (final_at is not null)),
  check ((status in ('REJECTED', 'REJECTION_REQUESTED')) = (rejection_reason is not null))
);

-- The key contains the meeting time, so that a rescheduled booking gets new reminders.
create table project.reminders (
  -- The booking, or the application if it has none.
  about_id uuid not null,
  kind text not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (about_id, kind, starts_at)
);

-- Hashes of the secret addresses of researchers' private calendars. A new address replaces the old one.
create table project.calendar_feeds (
  researcher_id uuid primary key,
  key_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- Outbox of payables, of which the payment service has received the versions up to sent_version.
create table project.payables (
  application_id uuid primary key,
  study_id uuid not null,
  participant_id uuid not null,
  kind text not null default 'INCENTIVE' check (kind in ('INCENTIVE', 'SCREEN_OUT')),
  pesewas integer not null check (pesewas between 0 and 300000),
  version integer not null default 1,
  sent_version integer not null default 0 check (sent_version <= version),
  changed_at timestamptz not null default now(),
  -- Time at which the mark is final. The payment service is not called before it.
  due_at timestamptz not null default now()
);

-- Conversations of a researcher and an applicant.
create table project.threads (
  application_id uuid primary key references project.applications,
  study_id uuid not null,
  researcher_id uuid not null,
  participant_id uuid not null,
  -- A sender locks this row and uses the next number, so that messages have one order.
  last_number integer not null default 0,
  last_at timestamptz,
  started_by uuid,
  started_at timestamptz,
  -- The number of the last message that each side has read.
  researcher_read integer not null default 0,
  participant_read integer not null default 0,
  researcher_blocked_at timestamptz,
  participant_blocked_at timestamptz
);

create table project.messages (
  application_id uuid not null references project.threads on delete cascade,
  number integer not null,
  author_id uuid not null,
  -- Equal in every retry of a request, so that retries add no second message.
  call_id uuid not null,
  text text not null,
  sent_at timestamptz not null default now(),
  primary key (application_id, number),
  unique (application_id, call_id)
);

-- A report contains a copy of the conversation, which stays when the conversation is deleted.
create table project.message_reports (
  report_id uuid primary key,
  application_id uuid not null,
  number integer not null,
  study_id uuid not null,
  study_name text not null,
  author_id uuid not null,
  -- Null if the reporter has deleted the account.
  reporter_id uuid,
  reported_on date not null default current_date,
  reason text not null,
  text text not null,
  copy jsonb not null,
  -- These four columns are those of project.reports.
  state text not null default 'OPEN' check (state in ('OPEN', 'DISMISSED', 'ACTED')),
  decided_at timestamptz,
  decided_by text,
  note text,
  check ((state = 'OPEN') = (decided_at is null)),
  unique (reporter_id, application_id, number)
);

-- Reports stay when the study or the reporter's account is deleted.
create table project.reports (
  report_id uuid primary key,
  study_id uuid not null,
  -- Null if the reporter has deleted the account.
  reporter_id uuid,
  reported_on date not null default current_date,
  reason text not null,
  text text not null,
  -- Copies of fields of the study, so that the admin can read the report without it.
  study_name text not null default '',
  researcher_id uuid,
  -- The decision of an admin, whose name and note other admins read.
  state text not null default 'OPEN' check (state in ('OPEN', 'DISMISSED', 'ACTED')),
  decided_at timestamptz,
  decided_by text,
  note text,
  check ((state = 'OPEN') = (decided_at is null)),
  unique (reporter_id, reported_on, study_id)
);

-- Only the kind and the parameters are stored, from which each page makes the sentence. The key names the
-- event, so that it is notified once.
create table project.notifications (
  notification_id uuid primary key,
  user_id uuid not null,
  key text not null unique,
  message text not null default '',
  path text,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  kind text,
  params jsonb not null default '{}',
  -- Time of reading. Some weeks after it the notification is deleted.
  read_at timestamptz
);

-- Whether a person is suspended or their company revoked, as the identity service last reported. Publishing
-- locks this row, so a suspension pauses studies published before it, and later publishing is refused.
create table project.suspensions (
  user_id uuid primary key,
  version integer not null,
  is_suspended boolean not null
);

-- People who deleted their account. The triggers skip_left ignore rows that a late job or token inserts for
-- these people.
create table project.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now()
);

-- kit/src/limits.ts reads and writes this table.
create table project.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);

-- Responses to POST requests with an Idempotency-Key, kept for a day (kit/src/idempotency.ts).
create table project.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the request creates, the same in every retry.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Encrypted with the key itself, which is not stored. Null while the request runs.
  answer bytea,
  ends_at timestamptz not null
);

-- The audit log outlives accounts, so it has no foreign key.
create table project.audit (
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

create index projects_of_creator on project.projects (creator_id, created_at desc, project_id desc)
  where deleted_at is null;
-- The retention job finds deleted projects. A project with an empty name cannot be restored, so it is left
-- out.
create index deleted_projects on project.projects (deleted_at)
  where deleted_at is not null and project_name <> '';
create index deleted_projects_of_creator on project.projects (creator_id, deleted_at desc)
  where deleted_at is not null and project_name <> '';
create index studies_of_project on project.studies (project_id, created_at desc, study_id desc);
-- Browsing reads the open studies, newest first. All columns for matching are in the index.
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits,
    minutes, incentive, further_bits, open_quotas, is_restricted)
  where is_open;
create index open_studies_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits,
    minutes, further_bits, open_quotas, is_restricted)
  where is_open and incentive > 0;
create index listed_studies on project.studies (published_at desc, study_id desc) where is_open and is_listed;
-- Studies that opened since a participant was last notified.
create index opened_studies on project.studies (announced_at) where is_open;
-- A job closes studies whose last meeting time may have passed.
create index studies_by_end on project.studies (ends_at)
  where state in ('PUBLISHED', 'PAUSED') and deleted_at is null;
-- Closed studies whose free times the retention job must delete. Afterwards their end is 'infinity'.
create index closed_studies_by_end on project.studies (ends_at)
  where state = 'CLOSED' and ends_at < 'infinity';
-- The retention job erases answers and messages of studies that closed long ago.
create index closed_studies on project.studies (closed_at) include (answers_erased_at) where state = 'CLOSED';
create index deleted_studies on project.studies (deleted_at) where deleted_at is not null;
create index studies_with_money on project.studies (study_id)
  where (incentive > 0 or was_paid) and refunded_at is null;
-- A job finds approvals that end soon (bookings/send-reminders.ts).
create index studies_by_approval on project.studies ((ethics ->> 'validUntil'))
  where ethics ->> 'validUntil' is not null;
create index excluded_studies_of_earlier on project.excluded_studies (earlier_id);
create index required_studies_of_earlier on project.required_studies (earlier_id);
create index invited_people_by_person on project.invited_people (participant_id);
-- An invitation admits one person.
create unique index invited_people_by_invitation on project.invited_people (invitation_id)
  where invitation_id is not null;
create index views_of_participant on project.study_views (participant_id);
create index matching_profiles_unread on project.matching_profiles (user_id) where further_bits is null;
create index applications_of_applicant
  on project.applications (applicant_id, applied_at desc, application_id desc)
  include (study_id);
-- The columns that filters, sorting and counts use are in the index.
create index applications_of_study on project.applications (study_id, applied_at desc, application_id desc)
  include (status, is_qualified, is_favourite, gender_bit, age);
create index waiting_applications on project.applications (study_id, applied_at desc, application_id desc)
  where status = 'PENDING';
-- The daily email counts recent applications without a decision.
create index waiting_applications_by_time on project.applications (applied_at) where status = 'PENDING';
create index steps_of_application on project.application_steps (application_id, at);
create index steps_of_decision on project.application_steps (decision_id);
-- Recent acceptances, of which some lose their place.
create index accepted_steps on project.application_steps (at) where status = 'ACCEPTED';
-- An application has one active booking for each meeting.
create unique index live_bookings on project.bookings (application_id, part)
  where state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED');
create index bookings_of_application on project.bookings (application_id);
create index bookings_of_slot on project.bookings (study_id, starts_at);
create index bookings_of_participant on project.bookings (participant_id, starts_at desc);
create index bookings_of_researcher on project.bookings (researcher_id, starts_at);
-- Meetings that jobs remind of.
create index bookings_ahead on project.bookings (starts_at) where state in ('BOOKED', 'CONFIRMED');
create index bookings_expiring on project.bookings (expires_at) where expires_at is not null;
-- Phone numbers that the retention job deletes after the meeting.
create index bookings_with_number on project.bookings (ends_at) where phone_number is not null;
create index bookings_pending_notification on project.bookings (final_at) where has_pending_notification;
-- Disputes that wait for the admin, by age (bookings/disputes/disputes.ts).
create index bookings_disputed on project.bookings (reported_at)
  where reported_at is not null and decided_at is null and state in ('NO_SHOW', 'NOBODY_CAME');
create index bookings_decided on project.bookings (decided_at) where decided_at is not null;
create index submissions_decided on project.submissions (admin_decided_at) where admin_decided_at is not null;
-- An application has one submission that is open or decided.
create unique index live_submissions on project.submissions (application_id)
  where status not in ('TIMED_OUT', 'RETURNED');
create index submissions_of_application on project.submissions (application_id, started_at);
create index submissions_of_study on project.submissions (study_id, status);
create index submissions_expiring on project.submissions (expires_at) where status = 'STARTED';
-- Submissions that a job approves if nobody decides.
create index submissions_waiting on project.submissions (submitted_at)
  where status in ('SUBMITTED', 'REJECTION_REQUESTED');
create index submissions_of_participant on project.submissions (participant_id);
-- Rejections that a job makes final, and those that wait for the admin.
create index submissions_rejected on project.submissions (final_at) where status = 'REJECTED';
create index steps_of_booking on project.booking_steps (booking_id, at);
create index quarter_hours_of_booking on project.participant_quarter_hours (booking_id);
create index quarter_hours_of_slot on project.researcher_quarter_hours (study_id, starts_at);
create index waiting_of_application on project.waiting (application_id);
create index waiting_in_order on project.waiting (study_id, joined_at);
-- Sums what the people of a study are owed (project.places_paid_elsewhere).
create index payables_of_study on project.payables (study_id);
create index unsent_payables on project.payables (study_id, due_at) where sent_version < version;
create index threads_of_researcher on project.threads (researcher_id, last_at desc) where last_number > 0;
create index threads_of_participant on project.threads (participant_id, last_at desc) where last_number > 0;
-- The conversations of a study, which are deleted with it.
create index threads_of_study on project.threads (study_id);
-- The conversations that a person started lately, which are limited.
create index threads_started on project.threads (started_by, started_at);
create index message_reports_by_day on project.message_reports (reported_on);
create index reports_by_day on project.reports (reported_on);
create index notifications_of_person
  on project.notifications (user_id, created_at desc, notification_id desc);
create index unread_notifications on project.notifications (user_id) where not is_read;
create index notifications_by_age on project.notifications (created_at);
-- The retention job deletes notifications of opened studies sooner.
create index openings_by_age on project.notifications (created_at) where kind = 'STUDY_FITS';
-- The retention job deletes notifications some weeks after they were read.
create index read_notifications on project.notifications (read_at) where read_at is not null;
create index limits_by_end on project.limits (ends_at);
create index idempotency_keys_by_end on project.idempotency_keys (ends_at);
create index audit_of_person on project.audit (user_id, at);
create index audit_by_time on project.audit (at, audit_id);

-- Conditions ---------------------------------------------------------------------------------------------
-- The planner merges these functions and views into the statements that use them, so the indexes of the
-- tables serve them too (docs/decisions/0100-shared-conditions.md).
-- matching.test.ts compares the matching rule with studies/unmet-requirements.ts.

-- The identity service has a function of the same text.
create function project.meets_choices(
  genders integer, educations integer, incomes integer, devices integer,
  gender_bit integer, education_bit integer, income_bit integer, device_bits integer
) returns boolean language sql immutable parallel safe
return genders & gender_bit <> 0 and educations & education_bit <> 0 and incomes & income_bit <> 0
  and devices & device_bits <> 0;

-- Whether a person meets the further criteria of a study: one value of each set that it requires
-- (contracts/src/further-bits.ts).
create function project.meets_further_criteria(asked integer[], given integer[])
returns boolean language sql immutable parallel safe
return asked is null or (
  (asked[1] = 0 or asked[1] & given[1] <> 0) and (asked[2] = 0 or asked[2] & given[2] <> 0)
  and (asked[3] = 0 or asked[3] & given[3] <> 0) and (asked[4] = 0 or asked[4] & given[4] <> 0)
  and (asked[5] = 0 or asked[5] & given[5] <> 0) and (asked[6] = 0 or asked[6] & given[6] <> 0)
  and (asked[7] = 0 or asked[7] & given[7] <> 0));

-- A quota without bits is for any gender or region; findQuotaIndex of contracts/src/project/quotas.ts has the
-- same rule.
create function project.is_in_quota(
  genders integer, youngest integer, oldest integer, regions integer,
  age integer, gender_bit integer, region_bit integer
) returns boolean language sql immutable parallel safe
return age between youngest and oldest and (genders = 0 or genders & gender_bit <> 0)
  and (regions = 0 or regions & region_bit <> 0);

-- This is computed each time, because the approval can be shortened.
create function project.is_approved_at(ethics jsonb, starts_at timestamptz) returns boolean
language sql stable parallel safe
return coalesce(starts_at at time zone 'UTC' < (ethics ->> 'validUntil')::date + 1, true);

-- A mark that agrees with the participant's report settles the dispute.
create function project.is_open_dispute(state text, reported_at timestamptz, decided_at timestamptz)
returns boolean language sql immutable parallel safe
return reported_at is not null and decided_at is null and state in ('NO_SHOW', 'NOBODY_CAME');

-- Whether someone must still decide about a submission, or may still change the decision. Participants can
-- object to a rejection for appeal_hours.
create function project.is_undecided(submission project.submissions, appeal_hours integer) returns boolean
language sql stable parallel safe
return submission.status in ('SUBMITTED', 'REJECTION_REQUESTED')
  or submission.status = 'REJECTED' and submission.admin_decided_at is null
    and (submission.appealed_at is not null
      or submission.final_at > now() - appeal_hours * interval '1 hour');

-- Until when the participant can object to a rejection, once. Null if they cannot; a rejection that can still
-- be undone is not final, and the admin's decision is.
create function project.appeal_until(submission project.submissions) returns timestamptz
language sql stable parallel safe
return case when submission.status = 'REJECTED' and submission.final_at <= now()
  and submission.final_at > now() - interval '72 hours'
  and submission.appealed_at is null and submission.admin_decided_at is null
  then submission.final_at + interval '72 hours' end;

create function project.is_for_admin(submission project.submissions) returns boolean
language sql stable parallel safe
return submission.status = 'REJECTION_REQUESTED' and submission.final_at <= now()
  or submission.status = 'REJECTED' and submission.appealed_at is not null
    and submission.admin_decided_at is null;

create function project.may_have_budget(study project.studies) returns boolean
language sql immutable parallel safe
return study.incentive > 0 or study.was_paid;

-- The number of places that an amount of money with its fees uses up, rounded up to whole places. Without
-- an incentive nothing is owed.
create function project.used_places(study project.studies, pesewas bigint) returns integer
language sql immutable parallel safe
return ceil(pesewas::numeric / greatest(study.incentive * 100 + study.payout_fee_in_pesewas, 1))::integer;

-- The places used up by people who are owed money and are not accepted. A person who was screened out is
-- owed less than an incentive, so several of them may use up one place.
create function project.places_paid_elsewhere(study project.studies) returns integer language sql stable
return (
  select project.used_places(study, coalesce(sum(payable.pesewas + study.payout_fee_in_pesewas), 0))
  from project.payables as payable join project.applications as paid using (application_id)
  where payable.study_id = study.study_id and payable.pesewas > 0 and paid.status <> 'ACCEPTED'
);

-- Views --------------------------------------------------------------------------------------------------

-- Each version of a person's matching profile with the time in which it was current. A study uses the
-- version of the time when it was published (docs/decisions/0068), with the person's age today.
create view project.matching_profile_versions as
select person.user_id, person.openings_notified_until, profile.*,
  extract(year from age((now() at time zone 'UTC')::date, profile.birth_date))::integer as age
from project.matching_profiles as person cross join lateral (
  select coalesce((person.former -> -1 ->> 'until')::timestamptz, '-infinity') as since,
    timestamptz 'infinity' as until, person.birth_date, person.gender_bit, person.education_bit,
    person.income_bit, person.device_bits, person.further_bits
  union all
  select lag(until, 1, '-infinity') over (order by until), until, "birthDate", "genderBit", "educationBit",
    "incomeBit", "deviceBits", "furtherBits"
  from jsonb_to_recordset(person.former) as era (until timestamptz, "birthDate" date, "genderBit" smallint,
    "educationBit" smallint, "incomeBit" smallint, "deviceBits" smallint, "furtherBits" integer[])
  where person.former <> '[]'
) as profile;

-- People to whom an exclusion or a restriction applies because of an earlier study. is_required marks a
-- restriction; an acceptance that was undone does not count.
create view project.earlier_participants as
select rule.study_id, application.applicant_id as participant_id, rule.is_required
from project.applications as application
join (
  select study_id, earlier_id, who_bits, coalesce(now() - weeks * interval '7 days', '-infinity') as since,
    false as is_required
  from project.excluded_studies
  union all
  select study_id, earlier_id, who_bits, '-infinity', true from project.required_studies
) as rule on rule.earlier_id = application.study_id
where rule.who_bits & 1 <> 0 and application.applied_at > rule.since
  or rule.who_bits & 2 <> 0 and exists (
    select from project.application_steps as step where step.application_id = application.application_id
      and step.status = 'ACCEPTED' and not step.is_undone and step.at > rule.since)
  or rule.who_bits & 12 <> 0 and exists (
    select from project.bookings as booking where booking.application_id = application.application_id
      and booking.final_at <= now() and booking.starts_at > rule.since
      and case booking.state when 'ATTENDED' then rule.who_bits & 4 <> 0
        when 'NO_SHOW' then rule.who_bits & 8 <> 0 else false end)
  or rule.who_bits & 4 <> 0 and exists (
    select from project.submissions as submission where submission.application_id = application.application_id
      and submission.status = 'APPROVED' and submission.final_at <= now()
      and submission.submitted_at > rule.since);

create view project.exclusions as
select study_id, participant_id from project.earlier_participants where not is_required;

-- The restricted studies that admit a person, by earlier studies or by a list of email addresses.
create view project.admissions as
select study_id, participant_id from project.earlier_participants where is_required
union all
select study_id, participant_id from project.invited_people;

create view project.slots_ahead as
select study_id, starts_at, seats, taken from project.study_slots where seats > 0 and starts_at > now();

-- Times with a free seat that can be booked now: after the lead time, within the approval, and without
-- another meeting of the researcher. Meetings are looked up for each time, because an anti-join could read
-- thousands.
create view project.free_slots as
select slot.study_id, slot.starts_at, slot.seats, slot.taken
from project.study_slots as slot
join project.studies as study using (study_id) join project.projects as project using (project_id)
where slot.taken < slot.seats and slot.starts_at > now() + study.lead_hours * interval '1 hour'
  and project.is_approved_at(study.ethics, slot.starts_at)
  and (
    select true from project.researcher_quarter_hours as busy
    where busy.researcher_id = project.creator_id
      and (busy.study_id, busy.starts_at) <> (slot.study_id, slot.starts_at)
      and busy.quarter_at >= slot.starts_at
      and busy.quarter_at <
        slot.starts_at + (study.duration_in_minutes + study.buffer_minutes) * interval '1 minute'
    limit 1
  ) is null;

-- Closed studies that have no time left to book. No time is added to a closed study.
create view project.ended_studies as
select study.study_id from project.studies as study
where study.state = 'CLOSED' and not exists (
  select from project.study_slots as slot
  where slot.study_id = study.study_id and slot.seats > 0
    and slot.starts_at > now() + study.lead_hours * interval '1 hour');

-- Times that the researcher cancelled for an applicant and gave a reason; they are not offered to the
-- applicant again. A meeting that ends because its acceptance ended has no reason.
create view project.refused_slots as
select application_id, starts_at from project.bookings
where state = 'CANCELLED_BY_RESEARCHER' and cancel_reason <> '';

create view project.meetings_ahead as
select booking_id, study_id, application_id, participant_id, starts_at, ends_at from project.bookings
where state in ('OFFERED', 'BOOKED', 'CONFIRMED') and ends_at > now();

-- Bookings that may still change: reserved, offered, in the future, not marked, or with an open dispute.
create view project.unfinished_bookings as
select booking_id, study_id, application_id from project.bookings
where state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED')
  or project.is_open_dispute(state, reported_at, decided_at);

-- The filter of the applicants list uses these stages.
create view project.meeting_stages as
select application_id, 'CHOOSING' as stage
from project.applications as application join project.studies as study using (study_id)
where status = 'ACCEPTED' and study.survey is null and not exists (
  select from project.bookings as booking where booking.application_id = application.application_id
    and booking.state in ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME'))
union all
select application_id, 'AHEAD' from project.bookings
where state in ('BOOKED', 'CONFIRMED') and starts_at > now()
union all
select application_id, 'UNMARKED' from project.bookings
where state in ('BOOKED', 'CONFIRMED') and starts_at <= now()
union all
select application_id, state from project.bookings where state in ('ATTENDED', 'NO_SHOW');

create view project.suspended_people as
select user_id from project.suspensions where is_suspended;

-- Studies in which no one may apply, book or start a survey, because an admin suspended the study, or its
-- researcher may not act.
create view project.suspended_studies as
select study.study_id from project.studies as study join project.projects as project using (project_id)
where study.suspended_at is not null
  or exists (select from project.suspensions as own where own.user_id = project.creator_id and own.is_suspended);

-- The condition must be that of the index studies_with_money.
create view project.unrefunded_studies as
select study_id, project_id, state, incentive, deleted_at from project.studies as study
where project.may_have_budget(study) and refunded_at is null;

-- Applicants who must accept the latest consent text. A meeting that has begun used the earlier text, so it
-- counts only if that was not accepted either; a missed meeting does not count. No survey opens without it.
create view project.outdated_consents as
select application.application_id, application.study_id, application.applicant_id,
  json_build_object('version', consent.version, 'text', consent.text) as consent
from project.applications as application
join project.studies as study using (study_id)
join project.study_consents as consent
  on consent.study_id = study.study_id and consent.version = study.consent_version
where application.consent_version < study.consent_version and application.consent_withdrawn_at is null
  and application.status in ('PENDING', 'ACCEPTED')
  and not exists (
    select from project.submissions as opened
    where opened.application_id = application.application_id
      and opened.status not in ('TIMED_OUT', 'RETURNED'))
  and not exists (
    select from project.bookings as met
    where met.application_id = application.application_id and met.starts_at <= now()
      and (met.state = 'ATTENDED' or met.state in ('BOOKED', 'CONFIRMED') and not exists (
        select from project.study_consents as later where later.study_id = application.study_id
          and later.version > application.consent_version and later.written_at <= met.starts_at)));

create view project.submission_details as
select submission.*, project.appeal_until(submission) as appeal_until,
  project.is_for_admin(submission) as is_for_admin, study.name as study_name, study.public_name,
  study.incentive, (study.survey ->> 'correctedAt')::timestamptz as corrected_at,
  project.creator_id as researcher_id, application.participant_code
from project.submissions as submission join project.studies as study using (study_id)
join project.projects as project using (project_id)
join project.applications as application using (application_id);

-- Disputes that wait for an admin or are decided, about meetings and surveys. The state is a constant of each
-- part, so that a filter reads only the parts it needs, by their indexes.
create view project.disputes as
select booking_id as id, 'MEETING' as kind, 'OPEN' as state, study_id, reported_at as raised_at,
  null::timestamptz as decided_at, null as decided_by
from project.bookings
where project.is_open_dispute(state, reported_at, decided_at) and coalesce(final_at <= now(), true)
union all
select booking_id, 'MEETING', 'DECIDED', study_id, reported_at, decided_at, decided_by
from project.bookings where decided_at is not null
union all
select submission_id, 'SURVEY', 'OPEN', study_id, coalesce(appealed_at, final_at), null, null
from project.submissions as submission where project.is_for_admin(submission)
union all
select submission_id, 'SURVEY', 'DECIDED', study_id, coalesce(appealed_at, final_at), admin_decided_at, admin_name
from project.submissions where admin_decided_at is not null;

create view project.every_report as
select report_id as id, 'STUDY' as kind, state, study_id, study_name, researcher_id as reported_id, reporter_id,
  reported_on, reason, text, null::jsonb as copy, decided_at, decided_by, note
from project.reports
union all
select report_id, 'MESSAGE', state, study_id, study_name, author_id, reporter_id, reported_on, reason, text, copy,
  decided_at, decided_by, note
from project.message_reports;

create view project.unread_messages as
select thread.application_id,
  (select count(*)::int from project.messages as message where message.application_id = thread.application_id
    and message.number > thread.participant_read
    and message.author_id <> thread.participant_id) as participant_count,
  (select count(*)::int from project.messages as message where message.application_id = thread.application_id
    and message.number > thread.researcher_read
    and message.author_id <> thread.researcher_id) as researcher_count
from project.threads as thread;

-- Functions ----------------------------------------------------------------------------------------------

-- How the people of an online study came back: those without a code in the last hour, whether anyone had a
-- code, and the median of the minutes that people with a code took.
create function project.survey_record(wanted uuid)
returns table (without_code integer, has_code boolean, with_code integer, median numeric)
language sql stable parallel safe as $$
  select (count(*) filter (where outcome = 'NO_CODE' and submitted_at > now() - interval '1 hour'))::integer,
    coalesce(bool_or(outcome <> 'NO_CODE'), false), (count(*) filter (where outcome = 'CODE'))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from submitted_at - started_at))
      filter (where outcome = 'CODE') / 60)::numeric
  from project.submissions where study_id = wanted and outcome is not null
$$;

-- Until when people must finish an opened survey, or open one that they have a place for. This time restarts
-- after a pause or suspension, but places end by day 16, and during one by day 13 or at closing.
create function project.survey_deadlines(at_once_minutes integer, accepted_minutes integer)
returns table (study_id uuid, application_id uuid, participant_id uuid, since timestamptz, until timestamptz,
  is_started boolean) language sql stable parallel safe as $$
  select study_id, application_id, participant_id, started_at, expires_at, true
  from project.submissions where status = 'STARTED'
  union all
  select application.study_id, application.application_id, application.applicant_id, step.at,
    least(greatest(step.at, study.resumed_at)
        + case study.choosing when 'AT_ONCE' then at_once_minutes else accepted_minutes end * interval '1 minute',
      step.at + case when study.state = 'PAUSED' or study.suspended_at is not null
        then interval '13 days' else interval '16 days' end,
      case when study.state = 'CLOSED' and exists (select from project.suspended_studies as suspended
        where suspended.study_id = study.study_id) then study.closed_at end,
      (least(study.closes_on, (study.ethics ->> 'validUntil')::date) + 1)::timestamp at time zone 'UTC'), false
  from project.application_steps as step
  join project.applications as application on application.application_id = step.application_id
    and application.last_step_id = step.step_id
  join project.studies as study on study.study_id = application.study_id
  -- More than 16 days, so that an outage of two weeks leaves no place behind.
  where step.status = 'ACCEPTED' and step.at > now() - interval '30 days'
    and application.status = 'ACCEPTED' and study.survey is not null
    and (study.state = 'CLOSED' or study.state = 'PUBLISHED' and study.suspended_at is null
      or step.at < now() - interval '13 days')
    and not exists (
      select from project.submissions as live where live.application_id = application.application_id
        and live.status not in ('TIMED_OUT', 'RETURNED'))
$$;

-- Only after an absence is it worth asking whether absences block the person.
create function project.has_missed_meeting(person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from project.bookings where participant_id = person and state = 'NO_SHOW')
$$;

-- Whether a study excludes a person, or is restricted and does not admit them. In plpgsql, whose plan is
-- cached: a SQL function that cannot be inlined is planned again in each statement.
create function project.is_excluded(study_id uuid, is_restricted boolean, person uuid)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (
    select from project.exclusions as exclusion
    where exclusion.study_id = is_excluded.study_id and exclusion.participant_id = person
  ) or is_restricted and not exists (
    select from project.admissions as admission
    where admission.study_id = is_excluded.study_id and admission.participant_id = person
  );
end
$$;

-- The open studies that a person may apply to and has not applied to. A study uses the profile of the time
-- when it was published, which is one row of matching_profile_versions.
create function project.eligible_studies(
  person uuid, since timestamptz, until timestamptz, age integer, gender_bit integer, education_bit integer,
  income_bit integer, device_bits integer, further_bits integer[]
) returns setof project.studies language sql stable parallel safe as $$
  select study.* from project.studies as study
  where study.is_open
    and study.minimum_age <= age and study.maximum_age >= age
    and project.meets_choices(study.gender_bits, study.education_bits, study.income_bits, study.device_bits,
      gender_bit, education_bit, income_bit, eligible_studies.device_bits)
    and project.meets_further_criteria(study.further_bits, eligible_studies.further_bits)
    and (study.open_quotas is null or exists (
      select from generate_series(1, cardinality(study.open_quotas), 4) as at
      where project.is_in_quota(study.open_quotas[at], study.open_quotas[at + 1], study.open_quotas[at + 2],
        study.open_quotas[at + 3], age, gender_bit, eligible_studies.further_bits[1])))
    -- One expression, since it excludes few studies: the planner would use an index for two bounds.
    and case when study.published_at < until then study.published_at >= since else false end
    and study.study_id not in (
      select application.study_id from project.applications as application
      where application.applicant_id = person
      union all
      select exclusion.study_id from project.exclusions as exclusion where exclusion.participant_id = person)
    and (not study.is_restricted or study.study_id in (
      select admission.study_id from project.admissions as admission
      where admission.participant_id = person))
$$;

-- Applications of paid studies whose booking may still be paid, by a mark, a dispute or a cancellation at
-- short notice, or whose submission waits for a decision. Until then, no other person gets the place.
create function project.possibly_entitled_applications(short_notice_hours integer, dispute_hours integer)
returns table (application_id uuid, study_id uuid) language sql stable parallel safe as $$
  select booking.application_id, booking.study_id
  from project.bookings as booking join project.studies as study using (study_id)
  where study.incentive > 0 and (
    booking.state in ('BOOKED', 'CONFIRMED')
      and booking.starts_at < now() + short_notice_hours * interval '1 hour'
    or booking.state in ('NO_SHOW', 'NOBODY_CAME') and booking.decided_at is null
      and (booking.reported_at is not null or booking.final_at > now() - dispute_hours * interval '1 hour'))
  union all
  select submission.application_id, submission.study_id
  from project.submissions as submission join project.studies as study using (study_id)
  where study.incentive > 0 and submission.outcome <> 'LATE'
    and project.is_undecided(submission, dispute_hours)
$$;

-- Reasons why a participant may still become entitled to money of a study, so that its budget stays open.
-- Participants may dispute a mark for dispute_hours; a study deleted after restorable_since can be restored.
create function project.reasons_to_keep_budget(
  wanted uuid, dispute_hours integer, restorable_since timestamptz
) returns table (reason text) language sql stable parallel safe as $$
  select found.reason
  from project.studies as study cross join lateral (
    -- People can apply, or can again once the study is resumed or restored.
    select 'RECRUITING' as reason
    where study.state in ('PUBLISHED', 'PAUSED')
      and (study.deleted_at is null or study.deleted_at > restorable_since)
    union all
    -- An unpaid applicant can still book a time, in a closed study too. A pending one can be accepted first.
    select 'TIMES_AHEAD'
    where exists (select from project.slots_ahead as slot where slot.study_id = study.study_id) and exists (
      select from project.applications as application
      where application.study_id = study.study_id and application.status in ('PENDING', 'ACCEPTED')
        and not exists (
          select from project.payables as payable
          where payable.application_id = application.application_id and payable.pesewas > 0)
    )
    union all
    -- The payment service does not know everything that is owed.
    select 'UNSENT_PAYABLE'
    where exists (
      select from project.payables as payable where payable.study_id = study.study_id and payable.sent_version < payable.version)
    union all
    -- A meeting is reserved, in the future or unmarked, or the admin has not decided a dispute about it.
    select 'UNFINISHED_BOOKING'
    where exists (select from project.unfinished_bookings as booking where booking.study_id = study.study_id)
    union all
    -- A survey is open, a code may still come after the time-out, or a submission waits for a decision.
    select 'UNFINISHED_SUBMISSION'
    where exists (
      select from project.submissions as submission
      where submission.study_id = study.study_id
        and (submission.status = 'STARTED' or project.is_undecided(submission, dispute_hours)
          or submission.status = 'TIMED_OUT'
            and submission.expires_at > now() - dispute_hours * interval '1 hour'))
    union all
    -- A meeting ended, or its mark became final, so recently that the participant may still dispute it.
    select 'DISPUTABLE_MEETING'
    where exists (
      select from project.bookings as booking
      where booking.study_id = study.study_id
        and greatest(booking.final_at, booking.ends_at) > now() - dispute_hours * interval '1 hour')
  ) as found
  where study.study_id = wanted and study.incentive > 0
$$;

-- Inserts notifications that do not exist yet, and returns the people who got one
-- (notifications/write-notifications.ts). As a function it can be part of a statement that also writes
-- something else, which saves a round trip.
create function project.insert_notifications(notifications jsonb) returns uuid[] language plpgsql as $$
declare
  notified uuid[];
begin
  with inserted as (
    insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
    select id, "userId", given.key, given.kind, given.params, coalesce("createdAt", now())
    from jsonb_to_recordset(notifications)
      as given (id uuid, "userId" uuid, key text, kind text, params jsonb, "createdAt" timestamptz)
    on conflict (key) do nothing
    returning user_id
  )
  select coalesce(array_agg(user_id), '{}') into notified from inserted;
  return notified;
end
$$;

-- Takes a shared lock on the researcher's row, for which a suspension of the person or of a study waits, and
-- returns whether the person or the study is suspended. A missing row cannot be locked, so it is inserted.
create function project.lock_suspension(person uuid, study uuid) returns boolean language plpgsql as $$
declare
  suspended boolean;
begin
  if person is null then
    return false;
  end if;
  select is_suspended into suspended from project.suspensions where user_id = person for share;
  if not found then
    insert into project.suspensions (user_id, version, is_suspended) values (person, 0, false)
    on conflict (user_id) do update set user_id = excluded.user_id
    returning is_suspended into suspended;
  end if;
  -- This statement begins after the lock, so it sees what the lock waited for.
  return suspended or exists (
    select from project.studies as own where own.study_id = study and own.suspended_at is not null);
end
$$;

-- Gives a booking two words that no other booking of the researcher has on that day.
create function project.choose_proof_words(booking uuid, researcher uuid, starting timestamptz)
returns void language plpgsql as $$
begin
  delete from project.proof_words where booking_id = booking;
  loop
    -- The first digits of a random id come from the database's secure generator.
    insert into project.proof_words (booking_id, researcher_id, day, pair)
    values (booking, researcher, (starting at time zone 'UTC')::date,
      ('x' || left(gen_random_uuid()::text, 4))::bit(16)::integer)
    on conflict (researcher_id, day, pair) do nothing;
    exit when found;
  end loop;
end $$;

-- Claims a seat and the quarter hours of both people; `gap` follows the meeting, and `leaving` is the time
-- that the booking gives up. Returns null, or a refusal, after which the transaction must end.
create function project.place_booking(
  booking uuid, application uuid, study uuid, participant uuid, researcher uuid, starting timestamptz,
  ending timestamptz, gap interval, lead interval, leaving timestamptz
) returns text language plpgsql as $$
declare
  is_emptied boolean := false;
begin
  if leaving is not null then
    -- In ascending order, so that two concurrent reschedules do not deadlock.
    perform from project.study_slots where study_id = study and starts_at in (leaving, starting)
    order by starts_at for update;
  end if;
  -- One conditional update claims the seat, so only one of several callers gets the last one. The study is
  -- not locked, so a concurrent change of its approval may be seen or not.
  update project.study_slots as slot set taken = taken + 1
  from project.studies as own
  where slot.study_id = study and slot.starts_at = starting and slot.taken < slot.seats
    and slot.starts_at > now() + lead and own.study_id = study
    and project.is_approved_at(own.ethics, slot.starts_at)
    and not exists (
      select from project.refused_slots where application_id = application and starts_at = starting);
  if not found then
    return coalesce((
      select case when slot.starts_at <= now() then 'SLOT_IS_PAST'
        when slot.starts_at <= now() + lead then 'SLOT_IS_TOO_SOON'
        when exists (select from project.refused_slots as refused
          where refused.application_id = application and refused.starts_at = starting) then 'SLOT_IS_NOT_FREE'
        else 'SLOT_IS_FULL' end
      from project.study_slots as slot join project.studies as own using (study_id)
      where slot.study_id = study and slot.starts_at = starting and slot.seats > 0
        and project.is_approved_at(own.ethics, slot.starts_at)), 'SLOT_NOT_FOUND');
  end if;
  if leaving is not null then
    update project.study_slots set taken = taken - 1 where study_id = study and starts_at = leaving
    returning taken = 0 into strict is_emptied;
  end if;
  -- The time is locked, so no other call claims for it. Ascending order, and releasing only after claiming,
  -- prevent deadlocks (docs/decisions/0099-quarter-hour-locks.md).
  insert into project.researcher_quarter_hours (researcher_id, quarter_at, study_id, starts_at)
  select researcher, quarter, study, starting
  from generate_series(starting, ending + gap - interval '1 minute', interval '15 minutes') as quarter
  order by quarter on conflict do nothing;
  -- Both times may need the same quarter hours.
  if is_emptied then
    update project.researcher_quarter_hours set starts_at = starting
    where researcher_id = researcher and study_id = study and starts_at = leaving
      and quarter_at >= starting and quarter_at < ending + gap;
  end if;
  if exists (
    select from generate_series(starting, ending + gap - interval '1 minute', interval '15 minutes') as quarter
    where not exists (
      select from project.researcher_quarter_hours as claimed
      where claimed.researcher_id = researcher and claimed.quarter_at = quarter
        and claimed.study_id = study and claimed.starts_at = starting)) then
    return 'SLOT_IS_NOT_FREE';
  end if;
  insert into project.participant_quarter_hours (participant_id, quarter_at, booking_id)
  select participant, quarter, booking
  from generate_series(starting, ending - interval '1 minute', interval '15 minutes') as quarter
  order by quarter on conflict do nothing;
  if exists (
    select from generate_series(starting, ending - interval '1 minute', interval '15 minutes') as quarter
    where not exists (
      select from project.participant_quarter_hours as claimed
      where claimed.participant_id = participant and claimed.quarter_at = quarter
        and claimed.booking_id = booking)) then
    return 'MEETINGS_OVERLAP';
  end if;
  if is_emptied then
    delete from project.researcher_quarter_hours where study_id = study and starts_at = leaving;
  end if;
  if leaving is not null then
    delete from project.participant_quarter_hours
    where booking_id = booking and (quarter_at < starting or quarter_at >= ending);
  end if;
  perform project.choose_proof_words(booking, researcher, starting);
  return null;
end
$$;

-- Triggers -----------------------------------------------------------------------------------------------

-- When the last seat is released, the next people get a room that the former ones do not know.
create function project.renew_room() returns trigger language plpgsql as $$
begin
  new.room := project.make_room();
  return new;
end
$$;
create trigger renew_room before update of taken on project.study_slots for each row
  when (old.taken > 0 and new.taken = 0) execute function project.renew_room();

create function project.record_opening() returns trigger language plpgsql as $$
begin
  new.announced_at := case when old.state = 'DRAFT' then new.published_at else now() end;
  return new;
end
$$;
-- Generated columns are not computed yet when this trigger runs, so this repeats the condition of is_open.
create trigger record_opening before update on project.studies for each row
  when (not old.is_open and new.state = 'PUBLISHED' and new.deleted_at is null and new.suspended_at is null
    and new.accepted_count + new.paid_elsewhere < coalesce(new.desired_number_of_participants, 0))
  execute function project.record_opening();

-- Computes the quotas with free places from the applications, never by adding and subtracting. Accepted
-- applicants and people who are owed the incentive use a place; people who were screened out do not.
create function project.set_open_quotas() returns trigger language plpgsql as $$
begin
  with holding as materialized (
    select gender_bit, age, region_bit from project.applications
    where study_id = new.study_id and status = 'ACCEPTED'
    union all
    select gender_bit, age, region_bit
    from project.payables as payable join project.applications as application using (application_id)
    where payable.study_id = new.study_id and payable.pesewas > 0 and payable.kind = 'INCENTIVE'
      and application.status <> 'ACCEPTED'
  )
  select coalesce(array_agg(part.value order by quota.quota, part.at), '{}') into new.open_quotas
  from project.study_quotas as quota
  cross join lateral unnest(array[quota.gender_bits, quota.minimum_age, quota.maximum_age, quota.region_bits])
    with ordinality as part (value, at)
  where quota.study_id = new.study_id and quota.places > (
    select count(*) from holding
    where project.is_in_quota(quota.gender_bits, quota.minimum_age, quota.maximum_age, quota.region_bits,
      holding.age, holding.gender_bit, holding.region_bit));
  return new;
end
$$;
create trigger set_open_quotas before update of accepted_count, paid_elsewhere, open_quotas on project.studies
  for each row when (new.open_quotas is not null) execute function project.set_open_quotas();

-- The application is locked, so that a concurrent withdrawal comes before or after the count.
create function project.count_paid_elsewhere() returns trigger language plpgsql as $$
declare
  held_status text;
begin
  select status into held_status from project.applications
  where application_id = new.application_id for share;
  if held_status <> 'ACCEPTED' then
    -- This statement locks the study. If the update waited for the lock, its count would miss later commits.
    perform from project.studies where study_id = new.study_id for no key update;
    update project.studies as study set paid_elsewhere = project.places_paid_elsewhere(study)
    where study.study_id = new.study_id;
  end if;
  return null;
end
$$;
create trigger count_paid_elsewhere after insert or update of pesewas on project.payables
  for each row execute function project.count_paid_elsewhere();

-- Copies the matching profile that counts for the study; further fields are copied only if the study requires
-- them.
create function project.keep_applicant_profile() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, profile.birth_date)),
    profile.gender_bit, profile.education_bit, profile.income_bit, profile.device_bits,
    coalesce(profile.further_bits[1], 0),
    (profile.birth_date <> person.birth_date)::int + 2 * (profile.gender_bit <> person.gender_bit)::int
      + 4 * (profile.education_bit <> person.education_bit)::int
      + 8 * (profile.income_bit <> person.income_bit)::int
      + 16 * (profile.device_bits <> person.device_bits)::int
      + (select coalesce(sum(16 << place), 0) from generate_subscripts(study.further_bits, 1) as place
        where study.further_bits[place] <> 0 and profile.further_bits[place] <> person.further_bits[place]),
    (select array_agg(study.further_bits[place] & coalesce(profile.further_bits[place], 0) order by place)
      from generate_subscripts(study.further_bits, 1) as place)
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.region_bit,
      new.changed_bits, new.asked_bits
    from project.studies as study
    join project.matching_profile_versions as profile on profile.user_id = new.applicant_id
      and coalesce(study.published_at, now()) >= profile.since
      and coalesce(study.published_at, now()) < profile.until
    join project.matching_profiles as person on person.user_id = new.applicant_id
    where study.study_id = new.study_id;
  -- The first application in a project makes the person's code.
  insert into project.participant_codes as known (project_id, participant_id)
    select study.project_id, new.applicant_id from project.studies as study where study.study_id = new.study_id
    on conflict (project_id, participant_id) do update set code = known.code
    returning known.code into new.participant_code;
  return new;
end
$$;
-- Without a matching profile age is null and the insert fails, so no one can apply without one.
create trigger keep_applicant_profile before insert on project.applications
  for each row execute function project.keep_applicant_profile();

-- Ends the open survey of a person who withdraws, and one that waits without a place, in any statement.
create function project.return_submission() returns trigger language plpgsql as $$
begin
  update project.submissions
  set status = 'RETURNED', final_at = null, rejection_reason = null, rejection_note = null
  where application_id = new.application_id and (status = 'STARTED'
    or status in ('SUBMITTED', 'REJECTION_REQUESTED') and outcome = 'LATE');
  return null;
end
$$;
create trigger return_submission after update of status on project.applications
  for each row when (new.status = 'WITHDRAWN') execute function project.return_submission();

create function project.record_consent_agreement() returns trigger language plpgsql as $$
begin
  insert into project.consent_agreements (application_id, version, agreed_at)
  values (new.application_id, new.consent_version, coalesce(new.consented_at, now()))
  on conflict do nothing;
  return null;
end
$$;
-- An application to a study without a consent text records nothing.
create trigger record_consent_agreement after insert or update of consent_version on project.applications
  for each row when (new.consent_version > 0) execute function project.record_consent_agreement();

-- Ignores rows for a person who deleted the account. Inserts share a lock that the deletion takes alone
-- (account-deletion/erase-person.ts), so the deletion waits for earlier inserts, and later inserts see it.
-- 64 locks are enough.
create function project.skip_left() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
begin
  perform pg_advisory_xact_lock_shared(hashtext('project.left_people'), hashtext(person::text) & 63);
  if exists (select from project.left_people as gone where gone.user_id = person) then
    return null;
  end if;
  return new;
end
$$;
-- The trigger's argument is the column with the person's id.
create trigger skip_left before insert on project.matching_profiles
  for each row execute function project.skip_left('user_id');
create trigger skip_left before insert on project.notifications
  for each row execute function project.skip_left('user_id');
create trigger skip_left before insert on project.payables
  for each row execute function project.skip_left('participant_id');
create trigger skip_left before insert on project.draft_answers
  for each row execute function project.skip_left('participant_id');
create trigger skip_left before insert on project.reports
  for each row execute function project.skip_left('reporter_id');
create trigger skip_left before insert on project.study_views
  for each row execute function project.skip_left('participant_id');
create trigger skip_left before insert on project.messages
  for each row execute function project.skip_left('author_id');
create trigger skip_left before insert on project.message_reports
  for each row execute function project.skip_left('reporter_id');
create trigger skip_left before insert on project.invited_people
  for each row execute function project.skip_left('participant_id');

-- Keeps the audit log append-only, also on the embedded engine, which ignores roles. Only the owner can
-- delete entries, and only those older than two years (docs/decisions/0066-retention.md).
create function project.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '2 years' then
      return old;
    end if;
  end if;
  raise exception 'project.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on project.audit
  for each row execute function project.refuse_audit_change();
create trigger refuse_truncate before truncate on project.audit
  for each statement execute function project.refuse_audit_change();

-- Rights -------------------------------------------------------------------------------------------------

-- The service adds to the audit log and can neither read nor change it.
revoke all on project.audit from project_app;
grant insert on project.audit to project_app;
