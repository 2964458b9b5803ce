-- What happened, and with what; the sentence and the address are made by whoever shows it. Until nodes of the version before
-- are gone they still add and read sentences, and a row without a kind is shown by its own.
alter table project.notifications add column kind text, add column params jsonb not null default '{}';
alter table project.notifications alter column message set default '';
