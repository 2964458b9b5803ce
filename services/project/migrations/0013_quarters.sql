-- Nobody is in two places: a meeting covers whole quarter hours, and a person has each once.
create table project.participant_quarters (
  participant_id uuid not null,
  quarter_at timestamptz not null,
  booking_id uuid not null,
  primary key (participant_id, quarter_at)
);
create index quarters_of_booking on project.participant_quarters (booking_id);

-- A researcher's times may overlap: the first booking of one takes its quarters, with the gap after it, and the last one
-- that is given back frees them.
create table project.researcher_quarters (
  researcher_id uuid not null,
  quarter_at timestamptz not null,
  study_id uuid not null,
  starts_at timestamptz not null,
  primary key (researcher_id, quarter_at)
);
create index quarters_of_slot on project.researcher_quarters (study_id, starts_at);
