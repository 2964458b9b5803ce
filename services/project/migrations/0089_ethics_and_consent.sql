-- Before anything takes long: a node of the version before would else hold one of them and wait for the other.
lock table project.applications, project.studies in access exclusive mode;

-- Who approved of a study, or why nobody need (contracts/src/project/ethics.ts); null where its researcher says nothing of it.
alter table project.studies add column ethics jsonb, add column consent_version integer not null default 0;
-- What somebody agreed to: the version of their study's text, 0 where none was asked for.
alter table project.applications add column consent_version integer not null default 0, add column consented_at timestamptz,
  add column consent_taken_back_at timestamptz;

-- Each text that participants were asked to agree to; the study says which is asked for.
create table project.study_consents (
  study_id uuid not null references project.studies on delete cascade,
  version integer not null,
  text text not null,
  written_at timestamptz not null default now(),
  primary key (study_id, version)
);
