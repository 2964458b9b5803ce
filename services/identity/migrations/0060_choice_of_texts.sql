alter table identity.people
  add column wants_texts boolean not null default true,
  -- Promotion, which needs a yes of its own.
  add column wants_study_texts boolean not null default false;
