-- Studies by the last day of their approval: the clock looks each minute for those that end soon (bookings/clock).
create index studies_by_approval on project.studies ((ethics ->> 'validUntil')) where ethics ->> 'validUntil' is not null;
