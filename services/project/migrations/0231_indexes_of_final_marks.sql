-- outside a transaction
-- What the scheduled jobs look for.
create index concurrently if not exists bookings_pending_notification on project.bookings (final_at) where has_pending_notification;
create index concurrently if not exists dues_unsent on project.dues (study_id, due_at) where sent_version < version;
