-- What each participant of a study is paid, in whole GH₵; nobody is paid for an unpaid study.
alter table project.studies
  add column incentive smallint not null default 0 check (incentive between 0 and 3000),
  -- When the payment service gave back what was left of its budget.
  add column given_back_at timestamptz;
create index studies_with_money on project.studies (study_id) where incentive > 0 and given_back_at is null;

-- What an application is owed by its newest decision, and until which one the payment service knows.
create table project.dues (
  application_id uuid primary key,
  study_id uuid not null,
  participant_id uuid not null,
  pesewas integer not null check (pesewas between 0 and 300000),
  version integer not null default 1,
  told_version integer not null default 0 check (told_version <= version),
  changed_at timestamptz not null default now()
);
create index dues_untold on project.dues (study_id, changed_at) where told_version < version;
