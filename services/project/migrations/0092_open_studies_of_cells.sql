lock table project.studies in access exclusive mode;

-- So that a walk through the open studies still reads the index alone.
drop index project.open_studies;
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, incentive, further_bits,
    open_cells)
  where is_open;
drop index project.open_studies_by_pay;
create index open_studies_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, further_bits, open_cells)
  where is_open and incentive > 0;
