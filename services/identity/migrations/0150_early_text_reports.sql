-- Reports of a gateway that came before its answer to the call that sent the text. Nobody's: gateway_id is the gateway's own number of a text.
create table identity.early_text_reports (
  gateway text not null,
  gateway_id text not null,
  state text not null check (state in ('DELIVERED', 'FAILED')),
  reported_at timestamptz not null default clock_timestamp(),
  primary key (gateway, gateway_id)
);
create index early_text_reports_by_age on identity.early_text_reports (reported_at);
