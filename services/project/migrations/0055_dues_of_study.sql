-- How many places of a study are used up by who is owed its incentive (studies/change-places.ts).
create index dues_of_study on project.dues (study_id);
