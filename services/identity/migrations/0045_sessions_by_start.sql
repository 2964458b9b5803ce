-- The hourly sweep finds by it the log-ins that may be long over: some ended by a log-out, some by not being used, which no column says.
create index sessions_by_start on identity.sessions (created_at);
drop index identity.sessions_by_end;
