-- The role that the running service acts as: it reads and writes this schema and sees no other.
do $$
begin
  if not exists (select from pg_roles where rolname = 'payment_app') then
    create role payment_app nologin;
  end if;
exception
  -- Another node, or another database of this server, was first.
  when duplicate_object or unique_violation then null;
end
$$;
grant payment_app to current_user;
grant usage on schema payment to payment_app;
alter default privileges in schema payment grant select, insert, update, delete on tables to payment_app;

-- How often somebody asked for something, per window; kit/src/limits.ts.
create table payment.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limits_by_end on payment.limits (ends_at);

-- What was answered to a POST with an Idempotency-Key, for a day; kit/src/idempotency.ts.
create table payment.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the call creates: the same in every try of it.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Enciphered by the key itself, which is not kept: null while the call is under way.
  answer bytea,
  ends_at timestamptz not null
);
create index idempotency_keys_by_end on payment.idempotency_keys (ends_at);

-- Refuses whatever changes a row of a table that only grows. The embedded database ignores roles, so rights alone do not.
create function payment.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create table payment.audit (
  audit_id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  address text,
  request_id text,
  about text
);
create index audit_of_person on payment.audit (user_id, at);
revoke all on payment.audit from payment_app;
grant insert on payment.audit to payment_app;
create trigger refuse_change before update or delete on payment.audit
  for each row execute function payment.refuse_change();
create trigger refuse_truncate before truncate on payment.audit
  for each statement execute function payment.refuse_change();
