-- Whom a study keeps out for what they did in another of the same researcher's: bits in the order of NOT_AGAIN_WHO
-- (contracts/src/project/not-again.ts); no weeks is for ever.
create table project.not_again (
  study_id uuid not null references project.studies on delete cascade,
  earlier_id uuid not null references project.studies on delete cascade,
  who_bits smallint not null check (who_bits between 1 and 15),
  weeks smallint check (weeks > 0),
  primary key (study_id, earlier_id),
  check (study_id <> earlier_id)
);
-- From what somebody did to the studies that keep them out.
create index not_again_of_earlier on project.not_again (earlier_id);
