-- A letter that was asked for before may leave after it, and then makes no link. Null where nothing has changed since this came.
alter table identity.people add column credentials_changed_at timestamptz;
