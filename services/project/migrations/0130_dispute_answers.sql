-- What a researcher writes about a meeting that its participant sees differently: an admin reads both before deciding.
alter table project.bookings add column answer_text text;
