-- Null while there is the consent to matching, which comes with the set-up.
alter table identity.participant_profiles add column matching_withdrawn_at timestamptz;
