-- The last day, in Ghana's zone, on which the person gave a sign of life.
alter table identity.people add column last_active_on date not null default (now() at time zone 'UTC')::date;
update identity.people as person
  set last_active_on = (coalesce(latest.created_at, same.created_at) at time zone 'UTC')::date
  from identity.people as same
  left join (select user_id, max(created_at) as created_at from identity.sessions group by user_id) as latest
    on latest.user_id = same.user_id
  where same.user_id = person.user_id;

-- The devices of section 3 that somebody can take part with: 1 a computer with a webcam, 2 a mobile phone, 4 a tablet.
-- Generated, so that no change of a profile, of this version or an older one, can leave it behind.
alter table identity.participant_profiles add column device_bits smallint not null generated always as (
  case when computer_os <> 'NO_COMPUTER' and has_webcam then 1 else 0 end
  + case when phone_os <> 'NO_PHONE' then 2 else 0 end
  + case when tablet_os <> 'NO_TABLET' then 4 else 0 end
) stored;

-- Active participants who share a gender, an education and so on. A plain table, since the service's role may not refresh
-- a materialised view: that takes its owner.
create table identity.reach_cells (
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null,
  -- At each age, from 1 on, how many are that old or younger: a range of ages is then one subtraction.
  people_up_to integer[] not null,
  primary key (gender_bit, education_bit, income_bit, device_bits)
);

-- One row: when the cells were last counted.
create table identity.reach_refresh (
  is_only_row boolean primary key default true check (is_only_row),
  refreshed_at timestamptz not null
);
insert into identity.reach_refresh (refreshed_at) values (now());
