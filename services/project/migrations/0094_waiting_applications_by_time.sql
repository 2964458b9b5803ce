-- Who came in the 24 hours before a morning and waits still (applications/review/applicant-letters.ts).
create index waiting_applications_by_time on project.applications (applied_at) where status = 'PENDING';
