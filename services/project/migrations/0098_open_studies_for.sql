-- outside a transaction
-- With whom it is for, so that a walk through open studies still reads the index alone; beside the former ones, which 0104 drops.
create index concurrently if not exists open_studies_for on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, incentive, further_bits,
    open_cells, is_by_invitation)
  where is_open;
create index concurrently if not exists open_studies_for_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, further_bits, open_cells,
    is_by_invitation)
  where is_open and incentive > 0;
