-- Until then no place of a closed study is given: its budget may be being closed, and the clock has not noted yet that it is.
alter table project.studies add column gives_back_until timestamptz;
