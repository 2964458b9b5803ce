import { expect, it } from 'vitest';
import { problemFailure } from '../../api/failure.ts';
import { firstOpenStage, refusedStage, readSavedStage, stageNumber, userInformation } from './stages.ts';

const demographic = {
  dateOfBirth: '1996-04-18',
  gender: 'FEMALE',
  education: 'DIPLOMA',
  annualHouseholdIncome: 'LESS_THAN_10000',
  region: 'VOLTA',
  city: 'Ho',
};
const employment = { status: 'FREELANCER', jobRole: 'DESIGN', industry: 'OTHERS' };
const technical = {
  browsers: ['CHROME'],
  computerOs: 'NO_COMPUTER',
  phoneOs: 'ANDROID',
  tabletOs: 'NO_TABLET',
  hasWebcam: 'NO',
  hasInternet: 'YES',
};
const payment = { provider: 'MTN' as const, accountName: 'Ɛsi Mensah', phoneNumber: '024 123 4567' };

const reading = (stored: Record<string, unknown>) => (key: string) => stored[key] ?? null;
const upToTechnical = { setupDemographic: demographic, setupEmployment: employment };

it('S-401 opens one stage after another', () => {
  expect(firstOpenStage(reading({}))).toBe('demographics');
  expect(firstOpenStage(reading({ setupDemographic: demographic }))).toBe('employment');
  expect(firstOpenStage(reading({ ...upToTechnical, setupTechnicalDetail: technical }))).toBe('payment');
  expect(firstOpenStage(reading({ setupDemographic: { ...demographic, city: '' } }))).toBe('demographics');
});

it('S-401 continues at the stage where the person left', () => {
  expect(readSavedStage(reading({}))).toBe('demographics');
  expect(readSavedStage(reading({ setupStage: 'technical-details' }))).toBe('technical-details');
  expect(readSavedStage(reading({ setupStage: 'nowhere' }))).toBe('demographics');
  expect(stageNumber('payment')).toBe(4);
});

it('finds the first stage with a value that the server refused', () => {
  const refusal = (...fields: (string | undefined)[]) =>
    problemFailure(400, { content: fields.map((field) => ({ message: 'no', field })) });
  expect(refusedStage(refusal('payment.phoneNumber', 'employment.status'))).toBe('employment');
  expect(refusedStage(refusal('payment.phoneNumber'))).toBe('payment');
  expect(refusedStage(refusal(undefined, 'userId'))).toBeUndefined();
});

it('D-41 sends the four parts, with yes and no as booleans', () => {
  const read = reading({ ...upToTechnical, setupTechnicalDetail: technical });
  expect(userInformation('u', payment, read)).toEqual({
    userId: 'u',
    demographic,
    employment,
    technicalDetail: { ...technical, hasWebcam: false, hasInternet: true },
    payment,
  });
  expect(userInformation('u', payment, reading(upToTechnical))).toBeNull();
});

it('D-40 accepts no one under 18', () => {
  const young = { ...demographic, dateOfBirth: `${new Date().getUTCFullYear() - 17}-01-01` };
  expect(firstOpenStage(reading({ setupDemographic: young }))).toBe('demographics');
});
