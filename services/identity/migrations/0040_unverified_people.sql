-- Whom the sweep deletes since they never verified their address: few among many.
create index unverified_people on identity.people (created_at) where email_verified_at is null;
