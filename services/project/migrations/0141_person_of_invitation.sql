-- outside a transaction
-- An invitation lets in one person.
create unique index concurrently if not exists invited_people_by_invitation on project.invited_people (invitation_id)
  where invitation_id is not null;
