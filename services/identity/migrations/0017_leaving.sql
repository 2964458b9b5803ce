-- Who has left: nothing of them but that they were here. While next_at is set the other services are told to erase what they hold.
create table identity.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now(),
  next_at timestamptz default now()
);
create index left_people_to_erase on identity.left_people (next_at) where next_at is not null;

alter table identity.letter_tokens drop constraint letter_tokens_purpose_check;
alter table identity.letter_tokens add constraint letter_tokens_purpose_check
  check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'DECIDE_COMPANY', 'LEAVE'));
