-- When payments were stopped last since the database may have forgotten some: of payouts from before then all orders are in doubt.
alter table payment.opened add column forgotten_at timestamptz;
-- Whether that has happened yet nobody noted.
update payment.opened set forgotten_at = now();
