import { expect, it } from 'vitest';
import { parseReachCriteria } from './live-reach.tsx';

const details = { deviceRequirements: ['TABLET', 'MOBILE_PHONE'] };
const demographics = {
  minimumAge: 18,
  maximumAge: 60,
  gender: ['MALE', 'FEMALE'],
  education: ['DIPLOMA'],
  annualHouseholdIncome: ['LESS_THAN_10000'],
};

it('D-02 counts once all criteria are set, and uses one key for the same people', () => {
  expect(parseReachCriteria(details, demographics)).toEqual({
    minimumAge: 18,
    maximumAge: 60,
    genders: ['FEMALE', 'MALE'],
    educationLevels: ['DIPLOMA'],
    incomeRanges: ['LESS_THAN_10000'],
    deviceRequirements: ['MOBILE_PHONE', 'TABLET'],
  });
  const further = { languages: ['TWI'], hasInternet: true };
  expect(parseReachCriteria(details, { ...demographics, ...further })).toMatchObject(further);
  const excludedStudies = {
    studies: ['01a222b5-0546-70cc-b38d-a694f7c61776'],
    who: ['APPLIED'],
    weeks: null,
  };
  expect(
    parseReachCriteria(details, {
      ...demographics,
      excludedStudies,
      requiredStudies: { studies: excludedStudies.studies, who: ['MET'] },
    }),
  ).toEqual(parseReachCriteria(details, demographics));
  expect(parseReachCriteria(details, { ...demographics, gender: [] })).toBeNull();
  expect(parseReachCriteria(details, { ...demographics, maximumAge: 17 })).toBeNull();
  expect(parseReachCriteria(null, demographics)).toBeNull();
});
