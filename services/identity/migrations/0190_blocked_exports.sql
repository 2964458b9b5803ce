-- Since when this researcher may save no files: their company was revoked, and no admin has allowed it since.
alter table identity.companies add column exports_blocked_at timestamptz;
update identity.companies as company set exports_blocked_at = company.decided_at
  where company.status <> 'VERIFIED' and exists (
    select from identity.audit where audit.user_id = company.user_id and audit.event = 'COMPANY_REVOKED');
