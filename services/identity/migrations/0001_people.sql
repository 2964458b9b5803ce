-- The role that the running service acts as: it reads and writes this schema and sees no other.
do $$
begin
  if not exists (select from pg_roles where rolname = 'identity_app') then
    create role identity_app nologin;
  end if;
exception
  -- Another node, or another database of this server, was first.
  when duplicate_object or unique_violation then null;
end
$$;
grant identity_app to current_user;
grant usage on schema identity to identity_app;
alter default privileges in schema identity grant select, insert, update, delete on tables to identity_app;

create table identity.people (
  user_id uuid primary key,
  -- In its normal form (NFKC, lower case), so that one address is one person.
  email text not null unique,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  first_name text not null,
  last_name text not null,
  phone_number text,
  password_hash text not null,
  agreed_to_terms_at timestamptz not null,
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);

-- Secrets of letters. Only their SHA-256 is kept; each is for one person and one purpose, once.
create table identity.letter_tokens (
  token_hash bytea primary key,
  user_id uuid not null references identity.people on delete cascade,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'DECIDE_COMPANY')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index letter_tokens_of_person on identity.letter_tokens (user_id, purpose);

-- A log-in on one browser. It ends at the latest at expires_at, however often it is renewed.
create table identity.sessions (
  session_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_person on identity.sessions (user_id) where ended_at is null;

-- The refresh secrets of a session, one live at a time; an old one that comes back ends the session.
create table identity.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references identity.sessions on delete cascade,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_of_session on identity.refresh_tokens (session_id);

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
  decline_reason text
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
  job_role text not null,
  industry text not null,
  browsers text[] not null,
  computer_os text not null,
  phone_os text not null,
  tablet_os text not null,
  has_webcam boolean not null,
  has_internet boolean not null,
  payment_provider text not null,
  payment_account_name text not null,
  -- E.164
  payment_phone_number text not null,
  submitted_at timestamptz not null default now()
);
