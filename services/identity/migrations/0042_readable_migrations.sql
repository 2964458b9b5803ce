-- A node that migrates nothing itself (MIGRATE=never) looks whether all is done, as a log-in that owns nothing.
grant select on identity.migrations to identity_app;
