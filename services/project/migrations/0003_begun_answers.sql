-- What participants have begun to answer and not sent yet, so that it outlives a log-out and a lost phone; the choice's id
-- by the question's. Nobody else reads it, and the sweep takes it away.
create table project.begun_answers (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  answers jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (study_id, participant_id)
);
