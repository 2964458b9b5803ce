import { type Kysely, sql } from 'kysely';
import { ageOn, today } from '@app/contracts/calendar.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import {
  COMPUTER_OSES,
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  EMPLOYMENT_STATUSES,
  GENDERS,
  INCOME_RANGES,
  INDUSTRIES,
  JOB_ROLES,
  LANGUAGES,
  PHONE_OSES,
  REGIONS,
  TABLET_OSES,
} from '@app/contracts/enumerations.ts';
import type { FurtherCriteria } from '@app/contracts/further-criteria.ts';
import type { ReachCriteria } from '@app/contracts/identity/reach.ts';
import { seeded } from '@app/demo/seeded-random.ts';

/** The seed is fixed so that a failure can be repeated. */
const chance = seeded(20_261_124);
const randomBelow = (most: number) => Math.floor(chance() * most);
const hex = (digits: number) =>
  randomBelow(16 ** digits)
    .toString(16)
    .padStart(digits, '0');
const newId = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
const pickOne = <T>(values: readonly [T, ...T[]]): T => values[randomBelow(values.length)] ?? values[0];
const pickSome = <T>(values: readonly [T, ...T[]]): T[] => {
  const chosen = values.filter(() => chance() < 0.6);
  return chosen.length > 0 ? chosen : [pickOne(values)];
};

export function randomPeople(many: number, day: string) {
  const daysBefore = (days: number) => today(new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS));
  return Array.from({ length: many }, () => ({
    userId: newId(),
    dateOfBirth: daysBefore(18 * 366 + randomBelow(50 * 365)),
    gender: pickOne(GENDERS),
    education: pickOne(EDUCATION_LEVELS),
    income: pickOne(INCOME_RANGES),
    computerOs: pickOne(COMPUTER_OSES),
    phoneOs: pickOne(PHONE_OSES),
    tabletOs: pickOne([...TABLET_OSES, 'NO_TABLET', 'NO_TABLET']),
    hasWebcam: chance() < 0.5,
    region: pickOne(REGIONS),
    languages: pickSome(LANGUAGES),
    employment: pickOne(EMPLOYMENT_STATUSES),
    jobRole: pickOne([...JOB_ROLES, null]),
    industry: pickOne([...INDUSTRIES, null]),
    hasInternet: chance() < 0.8,
    lastActiveOn: daysBefore(randomBelow(120)),
  }));
}
type RandomPerson = ReturnType<typeof randomPeople>[number];

function further(): FurtherCriteria {
  const all = {
    regions: pickSome(REGIONS),
    languages: pickSome(LANGUAGES).slice(0, 2),
    employment: pickSome(EMPLOYMENT_STATUSES),
    jobRoles: pickSome(JOB_ROLES),
    industries: pickSome(INDUSTRIES),
    phoneOs: pickSome(PHONE_OSES),
    hasInternet: chance() < 0.5,
  };
  return Object.fromEntries(Object.entries(all).filter(() => chance() < 0.3));
}

/** An empty choice matches everyone. */
const isAmong = <T>(chosen: readonly T[] | undefined, ...values: readonly (T | null)[]) =>
  !chosen?.length || chosen.some((value) => values.includes(value));

export function randomCriteria(): ReachCriteria {
  const minimumAge = 18 + randomBelow(40);
  return {
    minimumAge,
    maximumAge: minimumAge + randomBelow(40),
    genders: pickSome(GENDERS),
    educationLevels: pickSome(EDUCATION_LEVELS),
    incomeRanges: pickSome(INCOME_RANGES),
    deviceRequirements: pickSome(DEVICE_REQUIREMENTS),
    ...further(),
  };
}

/** A second implementation of section 3 and D-02, to compare with the product. */
export function matches(person: RandomPerson, criteria: ReachCriteria, day: string): boolean {
  const age = ageOn(day, person.dateOfBirth);
  const inactiveDays = (Date.parse(day) - Date.parse(person.lastActiveOn)) / DAY_MS;
  const devices = {
    COMPUTER_WITH_WEBCAM: person.computerOs !== 'NO_COMPUTER' && person.hasWebcam,
    MOBILE_PHONE: person.phoneOs !== 'NO_PHONE',
    TABLET: person.tabletOs !== 'NO_TABLET',
  };
  return (
    age >= criteria.minimumAge &&
    age <= criteria.maximumAge &&
    criteria.genders.includes(person.gender) &&
    criteria.educationLevels.includes(person.education) &&
    criteria.incomeRanges.includes(person.income) &&
    criteria.deviceRequirements.some((device) => devices[device]) &&
    isAmong(criteria.regions, person.region) &&
    isAmong(criteria.languages, ...person.languages) &&
    isAmong(criteria.employment, person.employment) &&
    isAmong(criteria.jobRoles, person.jobRole) &&
    isAmong(criteria.industries, person.industry) &&
    isAmong(criteria.phoneOs, person.phoneOs) &&
    (!criteria.hasInternet || person.hasInternet) &&
    inactiveDays <= 90
  );
}

export async function insertPeople(owner: Kysely<unknown>, people: readonly RandomPerson[]): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(people)}::json) as given ("userId" uuid, "dateOfBirth" date,
    gender text, education text, income text, "computerOs" text, "phoneOs" text, "tabletOs" text, "hasWebcam" boolean,
    region text, languages text[], employment text, "jobRole" text, industry text, "hasInternet" boolean, "lastActiveOn" date)`;
  await sql`
    insert into identity.people (user_id, email, role, first_name, last_name, password_hash, last_active_on)
    select "userId", "userId"::text || '@example.test', 'PARTICIPANT', 'Esi', 'Crowd', '', "lastActiveOn" from ${rows}
  `.execute(owner);
  await sql`
    insert into identity.participant_profiles (user_id, date_of_birth, gender, education, annual_household_income, region,
      languages, city, employment_status, job_role, industry, browsers, computer_os, phone_os, tablet_os, has_webcam, has_internet,
      payment_provider, payment_account_name, payment_phone_number)
    select "userId", "dateOfBirth", gender, education, income, region, languages, 'Kumasi', employment, "jobRole", industry,
      '{CHROME}', "computerOs", "phoneOs", "tabletOs", "hasWebcam", "hasInternet", 'MTN', '', '' from ${rows}
  `.execute(owner);
}
