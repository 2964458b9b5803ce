import { afterAll, expect, test, vi } from 'vitest';
import { rule } from '../rule.ts';
import { today, yearsFrom } from '../calendar.ts';
import { ParticipantsDemographics, ScreenerSurvey, StudyPublish } from './studies.ts';

// The date is the same in all of these tests.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

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
    rule('maximumAgeMoreThanMinimum'),
  ]);
  const same = ParticipantsDemographics.safeParse({ ...ages, maximumAge: 40 });
  expect(messages(same).map(([path]) => path)).toEqual(['gender', 'education', 'annualHouseholdIncome']);
});

test.each([
  [{ minimumAge: undefined }, ['minimumAge', rule('minimumAge')]],
  [{ minimumAge: 0 }, ['minimumAge', rule('validAge')]],
  [{ minimumAge: 2.5 }, ['minimumAge', rule('wholeNumber')]],
  [{ minimumAge: Number.NaN }, ['minimumAge', rule('validAge')]],
  [{ minimumAge: '18' }, ['minimumAge', rule('minimumAge')]],
  [{ minimumAge: -5, maximumAge: -4 }, ['minimumAge', rule('validAge')], ['maximumAge', rule('min 1')]],
  [{ maximumAge: 101 }, ['maximumAge', rule('max 100')]],
  [{ gender: [] }, ['gender', rule('gender')]],
  [{ gender: ['MALE', 'MALE'] }, ['gender', rule('noRepeats')]],
  [{ gender: ['male'] }, ['gender.0', rule('notAnOption')]],
])('IN-9 IN-10 S-305 refuses %j', (change, ...problems) => {
  const demographics = {
    minimumAge: 18,
    maximumAge: 100,
    gender: ['MALE'],
    education: ['DIPLOMA'],
    annualHouseholdIncome: ['MORE_THAN_100000'],
    ...change,
  };
  expect(messages(ParticipantsDemographics.safeParse(demographics))).toEqual(problems);
});

test('S-313 accepts dates from today on, each once, within two years', () => {
  const dates = (...availableDates: string[]) =>
    messages(StudyPublish.safeParse({ ...publish, availableDates }));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(dates(today(), yearsFrom(today(), 2))).toEqual([]);
  expect(dates()).toEqual([['availableDates', rule('dates')]]);
  expect(dates(yesterday)).toEqual([['availableDates.0', rule('datePast')]]);
  expect(dates(yearsFrom(today(), 3))).toEqual([['availableDates.0', rule('dateTooFar')]]);
  expect(dates('2030-02-30')[0]).toEqual(['availableDates.0', rule('dateNotReal')]);
  expect(dates(today(), today())).toEqual([['availableDates', rule('noRepeats')]]);
});

test.each([
  [{ durationInMinutes: 20 }, ['durationInMinutes', rule('duration')]],
  [{ durationInMinutes: '30' }, ['durationInMinutes', rule('duration')]],
  [{ desiredNumberOfParticipants: 0 }, ['desiredNumberOfParticipants', rule('participantsMin')]],
  [{ desiredNumberOfParticipants: 1001 }, ['desiredNumberOfParticipants', rule('participantsMax')]],
  [{ desiredNumberOfParticipants: undefined }, ['desiredNumberOfParticipants', rule('participants')]],
  [{ availableTimes: [] }, ['availableTimes', rule('times')]],
  [{ availableTimes: ['09:31 AM'] }, ['availableTimes', rule('timeNotASlot')]],
  [{ availableTimes: ['09:45 AM'] }, ['availableTimes', rule('timeNotASlot')]],
  [{ availableTimes: ['09:30 AM', '09:30 AM'] }, ['availableTimes', rule('noRepeats')]],
  [{ desiredNumberOfParticipants: 1.5 }, ['desiredNumberOfParticipants', rule('wholeNumber')]],
  [{ desiredNumberOfParticipants: '5' }, ['desiredNumberOfParticipants', rule('participants')]],
  [{ desiredNumberOfParticipants: Number.NaN }, ['desiredNumberOfParticipants', rule('participants')]],
])('IN-8 IN-9 S-311 S-312 S-314 refuses %j', (change, problem) => {
  expect(messages(StudyPublish.safeParse({ ...publish, ...change }))).toEqual([problem]);
});

test('S-309 S-310 texts and eligibility may be empty; a question, two choices and valid ids are required', () => {
  const option = (id: string) => ({ id, answer: '', eligibility: '' });
  const question = { id: 'aB3dE6', question: '', options: [option('a1b2c3'), option('d4e5f6')] };
  expect(messages(ScreenerSurvey.safeParse([question]))).toEqual([]);
  expect(messages(ScreenerSurvey.safeParse([]))).toEqual([['', rule('oneQuestion')]]);
  expect(ScreenerSurvey.safeParse([{ ...question, options: [option('a1b2c3')] }]).success).toBe(false);
  expect(ScreenerSurvey.safeParse([{ ...question, id: 'too long' }]).success).toBe(false);
  expect(ScreenerSurvey.safeParse([question, question]).success).toBe(false);
});

test('IN-12 accepts fifty questions of twenty choices at most, with unique ids of six characters', () => {
  let number = 0;
  const id = () => String((number += 1)).padStart(6, '0');
  const option = (given: object = {}) => ({ id: id(), answer: '', eligibility: '', ...given });
  const options = (count: number) => Array.from({ length: count }, () => option());
  const question = (given: object = {}) => ({ id: id(), question: '', options: options(2), ...given });
  const questions = (count: number) => Array.from({ length: count }, () => question());
  const accepts = (survey: unknown) => ScreenerSurvey.safeParse(survey).success;
  expect(accepts(questions(50))).toBe(true);
  expect(messages(ScreenerSurvey.safeParse(questions(51)))).toEqual([['', rule('tooMany 50')]]);
  expect(accepts([question({ options: options(20) })])).toBe(true);
  expect(accepts([question({ options: options(21) })])).toBe(false);
  for (const bad of ['', 'a1b2c', 'a1b2c34', 'a1b2c-', 'a1b2cé', ' a1b2c', 123456]) {
    expect(accepts([question({ id: bad })])).toBe(false);
    expect(accepts([question({ options: [option(), option({ id: bad })] })])).toBe(false);
  }
  expect(accepts([question({ options: [option({ id: 'twice0' }), option({ id: 'twice0' })] })])).toBe(false);
  for (const eligibility of ['QUALIFY', 'DISQUALIFY', '']) {
    expect(accepts([question({ options: [option({ eligibility }), option()] })])).toBe(true);
  }
  for (const eligibility of ['qualify', 'MAYBE', null, true, undefined]) {
    expect(accepts([question({ options: [option({ eligibility }), option()] })])).toBe(false);
  }
});
