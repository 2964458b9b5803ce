-- The few decisions that may still be taken back unseen, by which what applicants know of places differs from what is so.
create index untold_applications on project.applications (study_id) include (status, told_status)
  where status <> told_status;
