-- With the incentive, so that who looks for pay, and the count, still read the index alone.
drop index project.open_studies;
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, incentive)
  where is_open;
create index open_studies_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes)
  where is_open and incentive > 0;
