-- The hourly sweep finds what is over by these, in small pieces.
create index letter_tokens_by_end on identity.letter_tokens (expires_at);
create index refresh_tokens_by_end on identity.refresh_tokens (expires_at);
create index sessions_by_end on identity.sessions (expires_at);
