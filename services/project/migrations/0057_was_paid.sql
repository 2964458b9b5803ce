-- A draft that paid its participants before its incentive was set to nothing: its budget may have been paid for.
alter table project.studies add column was_paid boolean not null default false;
drop index project.studies_with_money;
create index studies_with_money on project.studies (study_id) where (incentive > 0 or was_paid) and given_back_at is null;
