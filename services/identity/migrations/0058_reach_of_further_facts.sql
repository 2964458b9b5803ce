-- Active participants who are alike in all that a study may ask for, of a part of all people: there are too many kinds of them to count
-- everybody. All of them while they are few.
create table identity.reach_sample (
  age smallint not null,
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  further_bits integer[] not null,
  people integer not null,
  primary key (age, gender_bit, education_bit, income_bit, device_bits, further_bits)
);
alter table identity.reach_refresh add column is_sample boolean not null default true;
