-- At once, before anything takes long.
lock table identity.participant_profiles, identity.former_facts in access exclusive mode;

-- The languages in which somebody can hold a conversation: null where they were never asked, none where they did not say.
-- Then what a study may ask for beyond the five of the specification, as contracts/src/further-bits.ts has it: region, languages, employment,
-- job role, industry, phone, internet. Not generated, which would write the whole table anew while nobody can read it: null until the
-- sweep (profiles/fill-further-bits.ts) or a change of the profile fills it, and until then readers derive it.
alter table identity.participant_profiles add column languages text[], add column further_bits integer[];

create function identity.further_bits_of(profile identity.participant_profiles) returns integer[] language sql immutable as $$
  select array[
    coalesce(1 << (array_position(array['AHAFO', 'ASHANTI', 'BONO', 'BONO_EAST', 'CENTRAL', 'EASTERN', 'GREATER_ACCRA', 'NORTH_EAST',
      'NORTHERN', 'OTI', 'SAVANNAH', 'UPPER_EAST', 'UPPER_WEST', 'VOLTA', 'WESTERN', 'WESTERN_NORTH'], profile.region) - 1), 0),
    case when 'ENGLISH' = any (coalesce(profile.languages, '{}')) then 1 else 0 end
      + case when 'TWI' = any (coalesce(profile.languages, '{}')) then 2 else 0 end
      + case when 'FANTE' = any (coalesce(profile.languages, '{}')) then 4 else 0 end
      + case when 'EWE' = any (coalesce(profile.languages, '{}')) then 8 else 0 end
      + case when 'GA' = any (coalesce(profile.languages, '{}')) then 16 else 0 end
      + case when 'DANGME' = any (coalesce(profile.languages, '{}')) then 32 else 0 end
      + case when 'DAGBANI' = any (coalesce(profile.languages, '{}')) then 64 else 0 end
      + case when 'GONJA' = any (coalesce(profile.languages, '{}')) then 128 else 0 end
      + case when 'HAUSA' = any (coalesce(profile.languages, '{}')) then 256 else 0 end
      + case when 'NZEMA' = any (coalesce(profile.languages, '{}')) then 512 else 0 end
      + case when 'DAGAARE' = any (coalesce(profile.languages, '{}')) then 1024 else 0 end
      + case when 'KASEM' = any (coalesce(profile.languages, '{}')) then 2048 else 0 end
      + case when 'OTHERS' = any (coalesce(profile.languages, '{}')) then 4096 else 0 end,
    coalesce(1 << (array_position(array['UNEMPLOYED', 'EMPLOYED_FULL_TIME', 'EMPLOYED_PART_TIME', 'WORK_AND_SCHOOL', 'FREELANCER',
      'WORK_PART_TIME', 'SCHOOL_FULL_TIME', 'HOMEMAKER', 'RETIRED'], profile.employment_status) - 1), 0),
    coalesce(1 << (array_position(array['ACCOUNTING_FINANCE', 'ADMINISTRATION', 'ARTISAN_TRADESPERSON', 'BANKING', 'BUSINESS_OWNER',
      'CONSTRUCTION', 'CONSULTING', 'CUSTOMER_SERVICE', 'DATA_ANALYSIS', 'DESIGN', 'DRIVING_DELIVERY', 'EDUCATION_TEACHING',
      'ENGINEERING', 'FARMING_FISHING', 'FASHION_BEAUTY', 'HEALTHCARE', 'HOSPITALITY_CATERING', 'HUMAN_RESOURCES',
      'INFORMATION_TECHNOLOGY', 'LEGAL', 'MARKETING_COMMUNICATIONS', 'MEDIA_JOURNALISM', 'PRODUCT_MANAGEMENT', 'RESEARCH',
      'SALES_TRADING', 'SECURITY_SERVICES', 'SOFTWARE_DEVELOPMENT', 'STUDENT', 'OTHER_JOB_ROLES'], profile.job_role) - 1), 0),
    coalesce(1 << (array_position(array['AGRICULTURE', 'ARTS_CULTURE', 'AUTOMOTIVE', 'BANKING_FINANCE', 'BEAUTY_PERSONAL_CARE',
      'CONSTRUCTION', 'CONSULTING', 'EDUCATION', 'ENERGY', 'FASHION_TEXTILES', 'FISHING', 'FOOD_BEVERAGE', 'FORESTRY', 'GOVERNMENT',
      'HEALTH', 'HOSPITALITY_TOURISM', 'INFORMATION_TECHNOLOGY', 'INSURANCE', 'LEGAL_SERVICES', 'MANUFACTURING',
      'MEDIA_ENTERTAINMENT', 'MINING', 'NON_PROFIT', 'REAL_ESTATE', 'RETAIL_TRADE', 'SECURITY', 'TELECOMMUNICATIONS',
      'TRANSPORT_LOGISTICS', 'OTHERS'], profile.industry) - 1), 0),
    coalesce(1 << (array_position(array['ANDROID', 'IOS_IPHONE', 'WINDOWS', 'OTHERS', 'NO_PHONE'], profile.phone_os) - 1), 0),
    case when profile.has_internet then 1 else 0 end
  ]
$$;

-- By the database, so that no change of a profile, of this version or an older one, can leave it behind.
create function identity.derive_further_bits() returns trigger language plpgsql as $$
begin
  new.further_bits := identity.further_bits_of(new);
  return new;
end
$$;
create trigger derive_further_bits before insert or update on identity.participant_profiles for each row
  execute function identity.derive_further_bits();

-- Null of what was so before it was kept: no study of that time asks for it.
alter table identity.former_facts add column further_bits integer[];

create or replace function identity.keep_former_facts() returns trigger language plpgsql as $$
declare
  before integer[] := coalesce(old.further_bits, identity.further_bits_of(old));
begin
  -- The first answer to a question is no change of one: it counts as the set-up does, as if it had been so before.
  if before[2] = 0 and not exists (
    select from identity.former_facts where user_id = old.user_id and further_bits[2] <> 0
  ) then
    before[2] := new.further_bits[2];
    update identity.former_facts set further_bits[2] = new.further_bits[2]
      where user_id = old.user_id and further_bits[2] <> new.further_bits[2];
  end if;
  if (old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits, before)
    is distinct from (new.date_of_birth, new.gender, new.education, new.annual_household_income, new.device_bits, new.further_bits)
  then
    insert into identity.former_facts (
      user_id, date_of_birth, gender, education, annual_household_income, device_bits, further_bits)
    values (old.user_id, old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits, before);
  end if;
  return null;
end
$$;
drop trigger keep_former_facts on identity.participant_profiles;
create trigger keep_former_facts after update on identity.participant_profiles for each row
  when ((old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits, old.further_bits)
    is distinct from (new.date_of_birth, new.gender, new.education, new.annual_household_income, new.device_bits, new.further_bits))
  execute function identity.keep_former_facts();
