-- Also why nobody was chosen of those who waited when their study's project was deleted.
alter table project.application_steps drop constraint application_steps_reason_check;
alter table project.application_steps add constraint application_steps_reason_check check (reason in
  ('NOT_A_MATCH', 'PLACES_TAKEN', 'DATES_DO_NOT_FIT', 'ANSWERS_UNCLEAR', 'OTHER', 'STUDY_ENDED')) not valid;
