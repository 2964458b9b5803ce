-- What was answered to a POST with an Idempotency-Key, for a day; kit/src/idempotency.ts.
create table identity.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the call creates: the same in every try of it.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Enciphered by the key itself, which is not kept: null while the call is under way.
  answer bytea,
  ends_at timestamptz not null
);
create index idempotency_keys_by_end on identity.idempotency_keys (ends_at);
