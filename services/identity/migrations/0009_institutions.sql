-- What a university or another research institution adds to its company information if it likes.
alter table identity.companies
  add column is_institution boolean not null default false,
  add column ethics_approval_number text,
  add column ethics_approval_expires_on date,
  add column supervisor text;
