-- What is older than two years may be deleted, by the owner alone, since the service's role may only add. Nobody deletes what is
-- younger, and nobody changes anything.
create or replace function project.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '2 years' then
      return old;
    end if;
  end if;
  raise exception 'project.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
