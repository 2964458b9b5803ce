-- So that a walk through the open studies still reads the index alone. Beside the former ones, which 0095 drops: creating an index lets
-- others read, and dropping one in the same transaction would wait for those who then wish to write.
create index open_studies_asked on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, incentive, further_bits,
    open_cells)
  where is_open;
create index open_studies_asked_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, further_bits, open_cells)
  where is_open and incentive > 0;
create index participants_unread on project.participants (user_id) where further_bits is null;
