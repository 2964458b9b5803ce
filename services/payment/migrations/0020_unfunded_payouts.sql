-- Owed by a budget that is closed: nothing is kept for it until its researcher pays in. Whatever is there satisfies both.
alter table payment.payouts
  drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in ('CREATED', 'UNFUNDED', 'HELD', 'SENDING', 'PENDING', 'UNKNOWN', 'SUCCEEDED',
    'ACTION_NEEDED', 'REVIEW', 'REVERSED', 'CANCELLED')) not valid,
  drop constraint payouts_check2,
  add constraint payouts_check2 check (state in ('UNFUNDED', 'CANCELLED', 'SUCCEEDED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED')
    or next_at is not null) not valid;
