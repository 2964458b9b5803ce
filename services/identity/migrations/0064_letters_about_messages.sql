alter table identity.people add column wants_messages boolean not null default true;
