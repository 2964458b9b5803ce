-- The decision before the last time that a company was sent: the admin who decides again reads it.
alter table identity.companies
  add column last_declined_at timestamptz,
  add column last_decline_reason text;
