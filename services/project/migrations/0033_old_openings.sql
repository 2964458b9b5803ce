-- A month later it is no news that a study opened; of those alone the sweep reads here.
create index openings_by_age on project.notifications (created_at) where kind = 'STUDY_FITS';
