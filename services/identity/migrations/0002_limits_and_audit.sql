-- How often something was asked for in the current window, by the hash of who asks; shared by all nodes.
create table identity.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limits_by_end on identity.limits (ends_at);

-- Passwords tried in a row without success, by the hash of the address as it was typed, whether it has an account or not.
create table identity.password_tries (
  email_hash bytea primary key,
  tries integer not null,
  wait_until timestamptz not null,
  last_at timestamptz not null
);
create index password_tries_by_time on identity.password_tries (last_at);

-- Sessions that ended before their time. Access tokens outlive their session by minutes, so others ask for this list.
create table identity.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default clock_timestamp()
);
create index ended_sessions_by_time on identity.ended_sessions (ended_at);

create function identity.note_ended_session() returns trigger language plpgsql as $$
begin
  insert into identity.ended_sessions (session_id) values (old.session_id) on conflict do nothing;
  return null;
end
$$;
create trigger note_end after update of ended_at on identity.sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function identity.note_ended_session();
create trigger note_deletion after delete on identity.sessions
  for each row when (old.ended_at is null and old.expires_at > now())
  execute function identity.note_ended_session();

-- Who did what that somebody may have to answer for. It outlives the people in it, so no foreign key.
create table identity.audit (
  audit_id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  address text,
  request_id text,
  about text
);
create index audit_of_person on identity.audit (user_id, at);
-- Nobody changes what is written: not the service's role, and not by mistake the owner either.
revoke all on identity.audit from identity_app;
grant insert on identity.audit to identity_app;
create function identity.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'identity.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on identity.audit
  for each row execute function identity.refuse_audit_change();
create trigger refuse_truncate before truncate on identity.audit
  for each statement execute function identity.refuse_audit_change();
