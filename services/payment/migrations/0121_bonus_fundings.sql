-- Money that a researcher pays in for a bonus gives the study no place.
alter table payment.fundings add column is_for_bonus boolean not null default false;
