-- Suspended by an operator: no session opens. barred_version rises with whatever decides whether somebody may act, so that what
-- the project service is told late does not undo what it was told since.
alter table identity.people add column suspended_at timestamptz;
alter table identity.people add column suspend_reason text;
alter table identity.people add column barred_version integer not null default 0;
