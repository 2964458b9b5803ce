-- Who has left: nothing new can come to be owed to them.
create table payment.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now()
);
