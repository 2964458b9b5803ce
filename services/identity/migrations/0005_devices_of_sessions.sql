-- On what somebody logged in, in a few words, such as 'Chrome on Android'; null where the browser did not say.
alter table identity.sessions add column device text;

-- A session has one refresh secret at a time, so the age of that one tells when it was last used.
alter table identity.refresh_tokens add column created_at timestamptz;
update identity.refresh_tokens as token set created_at = session.created_at
  from identity.sessions as session where session.session_id = token.session_id;
alter table identity.refresh_tokens alter column created_at set default now();
alter table identity.refresh_tokens alter column created_at set not null;
