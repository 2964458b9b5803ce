-- Where a browser of somebody's takes web push. Who logs in on it next takes it over; what ends the session, or sweeps it away unused, ends it.
create table identity.push_subscriptions (
  endpoint_hash bytea primary key,
  user_id uuid not null references identity.people on delete cascade,
  session_id uuid not null references identity.sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  renewed_at timestamptz not null default now()
);
create index push_subscriptions_of_person on identity.push_subscriptions (user_id);
create index push_subscriptions_of_session on identity.push_subscriptions (session_id);
