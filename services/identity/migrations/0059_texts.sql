-- What became of each text message, by the id of its job. Never its words, and the number as a keyed hash only.
create table identity.texts (
  text_id uuid primary key,
  user_id uuid references identity.people on delete cascade,
  kind text not null,
  state text not null default 'WAITING'
    check (state in ('WAITING', 'LEAVING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'UNKNOWN', 'DROPPED')),
  reason text,
  gateway text,
  gateway_id text,
  number_hash text,
  queued_at timestamptz not null default clock_timestamp(),
  left_at timestamptz,
  ended_at timestamptz
);
create index texts_of_person on identity.texts (user_id, queued_at);
create index texts_by_age on identity.texts (queued_at);
create index texts_by_gateway_id on identity.texts (gateway, gateway_id) where gateway_id is not null;
create index texts_of_number on identity.texts (number_hash, ended_at) where number_hash is not null;
