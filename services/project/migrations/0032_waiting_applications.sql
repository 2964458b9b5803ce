-- Who waits for a decision, alone: most applications have been decided on.
create index waiting_applications on project.applications (study_id, applied_at desc, application_id desc)
  where status = 'PENDING';
