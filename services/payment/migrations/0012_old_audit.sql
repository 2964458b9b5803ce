-- What is older than two years may be deleted, by the owner alone, since the service's role may only add. Nobody deletes what is
-- younger, and nobody changes anything. The ledger keeps the function that refuses everything.
create function payment.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '2 years' then
      return old;
    end if;
  end if;
  raise exception 'payment.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
drop trigger refuse_change on payment.audit;
create trigger refuse_change before update or delete on payment.audit
  for each row execute function payment.refuse_audit_change();
