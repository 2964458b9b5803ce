import { expect, test } from 'vitest';
import { validation } from '../messages/validation.ts';
import { today, yearsFrom } from '../calendar.ts';
import { ParticipantsDemographics, ScreenerSurvey, StudyPublish } from './studies.ts';

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

const publish = {
  availableDates: [today()],
  durationInMinutes: 30,
  desiredNumberOfParticipants: 5,
  availableTimes: ['09:30 AM'],
};

test('S-305 the ages are compared as soon as both are known', () => {
  const ages = { minimumAge: 40, maximumAge: 30, gender: [], education: [], annualHouseholdIncome: [] };
  expect(messages(ParticipantsDemographics.safeParse(ages))).toContainEqual([
    'maximumAge',
    validation.maximumAgeMoreThanMinimum,
  ]);
  const same = ParticipantsDemographics.safeParse({ ...ages, maximumAge: 40 });
  expect(messages(same).map(([path]) => path)).toEqual(['gender', 'education', 'annualHouseholdIncome']);
});

test.each([
  [{ minimumAge: undefined }, ['minimumAge', validation.minimumAge]],
  [{ minimumAge: 0 }, ['minimumAge', validation.validAge]],
  [{ minimumAge: 1.5 }, ['minimumAge', validation.minimumAge]],
  [{ minimumAge: '18' }, ['minimumAge', validation.minimumAge]],
  [{ maximumAge: 101 }, ['maximumAge', validation.validAge]],
  [{ gender: ['MALE', 'MALE'] }, ['gender', validation.noRepeats]],
  [{ gender: ['male'] }, ['gender.0', validation.notAnOption]],
])('S-305 refuses %j', (change, problem) => {
  const demographics = {
    minimumAge: 18,
    maximumAge: 100,
    gender: ['MALE'],
    education: ['DIPLOMA'],
    annualHouseholdIncome: ['MORE_THAN_100000'],
    ...change,
  };
  expect(messages(ParticipantsDemographics.safeParse(demographics))).toEqual([problem]);
});

test('S-313 days of the calendar from today on, each once, within two years', () => {
  const dates = (...availableDates: string[]) =>
    messages(StudyPublish.safeParse({ ...publish, availableDates }));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(dates(today(), yearsFrom(today(), 2))).toEqual([]);
  expect(dates()).toEqual([['availableDates', validation.dates]]);
  expect(dates(yesterday)).toEqual([['availableDates.0', validation.datePast]]);
  expect(dates(yearsFrom(today(), 3))).toEqual([['availableDates.0', validation.dateTooFar]]);
  expect(dates('2030-02-30')[0]).toEqual(['availableDates.0', validation.dateNotReal]);
  expect(dates(today(), today())).toEqual([['availableDates', validation.noRepeats]]);
});

test.each([
  [{ durationInMinutes: 20 }, ['durationInMinutes', validation.duration]],
  [{ durationInMinutes: '30' }, ['durationInMinutes', validation.duration]],
  [{ desiredNumberOfParticipants: 0 }, ['desiredNumberOfParticipants', validation.participantsMin]],
  [{ desiredNumberOfParticipants: 1001 }, ['desiredNumberOfParticipants', validation.participantsMax]],
  [{ desiredNumberOfParticipants: undefined }, ['desiredNumberOfParticipants', validation.participants]],
  [{ availableTimes: [] }, ['availableTimes', validation.times]],
  [{ availableTimes: ['09:31 AM'] }, ['availableTimes', validation.timeNotASlot]],
  [{ availableTimes: ['13:00 PM'] }, ['availableTimes', validation.timeNotASlot]],
  [{ availableTimes: ['09:45 AM'] }, ['availableTimes', validation.timeNotASlot]],
])('S-311 S-312 S-314 refuses %j', (change, problem) => {
  expect(messages(StudyPublish.safeParse({ ...publish, ...change }))).toEqual([problem]);
});

test('S-309 S-310 texts and eligibility may be empty; a question, two choices and proper ids may not be missing', () => {
  const option = (id: string) => ({ id, answer: '', eligibility: '' });
  const question = { id: 'aB3dE6', question: '', options: [option('a1b2c3'), option('d4e5f6')] };
  expect(messages(ScreenerSurvey.safeParse([question]))).toEqual([]);
  expect(messages(ScreenerSurvey.safeParse([]))).toEqual([['', validation.oneQuestion]]);
  expect(ScreenerSurvey.safeParse([{ ...question, options: [option('a1b2c3')] }]).success).toBe(false);
  expect(ScreenerSurvey.safeParse([{ ...question, id: 'too long' }]).success).toBe(false);
  expect(ScreenerSurvey.safeParse([question, question]).success).toBe(false);
});
