-- The conditions by which reach counts people are those by which the project service matches them: functions of the same text, since two
-- services share no schema (reach.test.ts compares them; docs/decisions/0098-matching-once.md).
create function identity.meets_choices(
  genders integer, educations integer, incomes integer, devices integer,
  gender_bit integer, education_bit integer, income_bit integer, device_bits integer
) returns boolean language sql immutable parallel safe
return genders & gender_bit <> 0 and educations & education_bit <> 0 and incomes & income_bit <> 0 and devices & device_bits <> 0;

create function identity.meets_further_criteria(asked integer[], given integer[])
returns boolean language sql immutable parallel safe
return asked is null or (
  (asked[1] = 0 or asked[1] & given[1] <> 0) and (asked[2] = 0 or asked[2] & given[2] <> 0)
  and (asked[3] = 0 or asked[3] & given[3] <> 0) and (asked[4] = 0 or asked[4] & given[4] <> 0)
  and (asked[5] = 0 or asked[5] & given[5] <> 0) and (asked[6] = 0 or asked[6] & given[6] <> 0)
  and (asked[7] = 0 or asked[7] & given[7] <> 0));
