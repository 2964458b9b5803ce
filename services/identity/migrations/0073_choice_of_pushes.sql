alter table identity.people
  add column wants_decision_pushes boolean not null default true,
  add column wants_application_pushes boolean not null default true,
  add column wants_meeting_pushes boolean not null default true,
  add column wants_message_pushes boolean not null default true;
