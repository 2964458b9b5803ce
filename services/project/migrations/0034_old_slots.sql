-- Closed studies whose free times the sweep has not looked at since they were over; then their end is 'infinity'.
create index closed_studies_by_end on project.studies (ends_at) where state = 'CLOSED' and ends_at < 'infinity';
