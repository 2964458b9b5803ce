-- Changes of an email: those that wait for the link sent to the new address, at most one a person, and for 30 days those that were made.
create table identity.email_changes (
  change_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  old_email text not null,
  new_email text not null,
  asked_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz
);
create unique index email_change_waiting on identity.email_changes (user_id) where changed_at is null;
create index email_changes_of_person on identity.email_changes (user_id);
create index email_changes_by_age on identity.email_changes (asked_at);

-- A link changes to the address that it was sent to, and goes with what was asked for.
alter table identity.letter_tokens
  add column change_id uuid references identity.email_changes on delete cascade;
create index letter_tokens_of_change on identity.letter_tokens (change_id);
alter table identity.letter_tokens drop constraint letter_tokens_purpose_check;
alter table identity.letter_tokens add constraint letter_tokens_purpose_check
  check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'DECIDE_COMPANY', 'LEAVE', 'CHANGE_EMAIL', 'ASK_EMAIL_CHANGE'));
