-- Whoever writes for somebody who may be leaving holds this lock until they commit; whoever notes that somebody has left takes it
-- alone (facts/note-left.ts). So what was written before is committed by then, and what is written after finds them gone.
-- One lock of 64, by person: a statement that tells thousands of people holds no more, and who leaves stalls few others.
create or replace function project.skip_left() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
begin
  perform pg_advisory_xact_lock_shared(hashtext('project.left_people'), hashtext(person::text) & 63);
  if exists (select from project.left_people as gone where gone.user_id = person) then
    return null;
  end if;
  return new;
end
$$;
