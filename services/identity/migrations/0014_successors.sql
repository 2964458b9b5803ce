-- A refresh secret stays good until one that followed it is used: an answer that is lost on its way costs no session.
-- A second one that followed it and is used tells of a thief (RFC 9700 4.14.2).
alter table identity.refresh_tokens add column predecessor bytea;
alter table identity.refresh_tokens add column successor bytea;
