-- Nobody without a job is asked for its role and industry (hasJob of the contract).
alter table identity.participant_profiles
  alter column job_role drop not null,
  alter column industry drop not null;
