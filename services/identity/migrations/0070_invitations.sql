-- Lists of addresses that researchers invite to their studies. The project service knows none of them: it is told of the people alone.
create table identity.invitation_lists (
  study_id uuid primary key,
  researcher_id uuid not null references identity.people on delete cascade,
  -- As the project service last said; the list goes a while after.
  ended_at timestamptz,
  looked_at timestamptz not null default now()
);
create index invitation_lists_of_researcher on identity.invitation_lists (researcher_id);
create index invitation_lists_by_look on identity.invitation_lists (looked_at);
create index invitation_lists_by_end on identity.invitation_lists (ended_at) where ended_at is not null;

create table identity.invitations (
  invitation_id uuid primary key,
  study_id uuid not null references identity.invitation_lists on delete cascade,
  address_hash text not null,
  -- Null once nothing is to be sent there any more: its hash keeps the same list from inviting again.
  invited_address text,
  -- Who has it: the account of the address, or the first that followed the link.
  user_id uuid references identity.people on delete set null,
  added_at timestamptz not null default now(),
  invited_at timestamptz,
  reminded_at timestamptz,
  stopped_at timestamptz,
  unique (study_id, address_hash)
);
create index invitations_of_address on identity.invitations (address_hash, invited_at);
create index invitations_of_person on identity.invitations (user_id) where user_id is not null;
create index invitations_to_send on identity.invitations (study_id, added_at) where invited_at is null;
create index invitations_to_remind on identity.invitations (study_id, invited_at)
  where invited_at is not null and reminded_at is null;

-- Addresses that no researcher invites any more, for good.
create table identity.never_invited (
  address_hash text primary key,
  since timestamptz not null default now()
);

create function identity.stop_invitations() returns trigger language plpgsql as $$
begin
  update identity.invitations set invited_address = null, user_id = null, stopped_at = coalesce(stopped_at, now())
  where user_id = old.user_id;
  return old;
end
$$;
create trigger stop_invitations before delete on identity.people
  for each row execute function identity.stop_invitations();
