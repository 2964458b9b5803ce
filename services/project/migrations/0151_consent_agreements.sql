-- Before anything takes long: a node of the version before would else hold one of them and wait for the other.
lock table project.applications in share row exclusive mode;

-- Each agreement to a version of a study's consent text. The application itself only names the last one.
create table project.consent_agreements (
  application_id uuid not null references project.applications on delete cascade,
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  primary key (application_id, version)
);

insert into project.consent_agreements (application_id, version, agreed_at)
select application_id, consent_version, coalesce(consented_at, applied_at) from project.applications
where consent_version > 0;

-- By the database, so that no statement that changes the version can forget it, and a node of the version before records it too.
create function project.record_consent_agreement() returns trigger language plpgsql as $$
begin
  insert into project.consent_agreements (application_id, version, agreed_at)
  values (new.application_id, new.consent_version, coalesce(new.consented_at, now()))
  on conflict do nothing;
  return null;
end
$$;
create trigger record_consent_agreement after insert or update of consent_version on project.applications for each row
  when (new.consent_version > 0) execute function project.record_consent_agreement();
