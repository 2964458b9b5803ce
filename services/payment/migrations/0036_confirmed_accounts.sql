-- When somebody said that the number is theirs, although the network has it under another name. Another account asks again.
alter table payment.account_checks add column confirmed_at timestamptz;
