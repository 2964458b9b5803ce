-- Which versions of the texts of the legal pages somebody has agreed to, and when.
create table identity.consents (
  user_id uuid not null references identity.people on delete cascade,
  text text not null check (text in ('TERMS', 'PRIVACY')),
  version date not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, text, version)
);
-- Until now an account kept the instant alone. There was one version of each text.
insert into identity.consents (user_id, text, version, agreed_at)
  select person.user_id, known.text, known.version, person.agreed_to_terms_at
  from identity.people as person
  cross join (values ('TERMS', date '2026-11-21'), ('PRIVACY', date '2026-11-22')) as known (text, version);
