import { expect, it } from 'vitest';
import { firstOpenStage, stageAt, stageBeside, userInformation } from './stages.ts';

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

it('shows the stage of the address, else the one that was left, never past an incomplete one', () => {
  expect(stageAt('', reading({}))).toBe('demographics');
  expect(stageAt('#payment', reading(upToTechnical))).toBe('technical-details');
  expect(stageAt('#demographics', reading(upToTechnical))).toBe('demographics');
  expect(stageAt('', reading({ ...upToTechnical, setupStage: 'employment' }))).toBe('employment');
  expect(stageAt('#elsewhere', reading({ ...upToTechnical, setupStage: 'nowhere' }))).toBe('demographics');
});

it('goes one stage on and back', () => {
  expect(stageBeside('demographics', 1)).toBe('employment');
  expect(stageBeside('payment', 1)).toBeUndefined();
  expect(stageBeside('demographics', -1)).toBeUndefined();
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

it('D-40 takes nobody under 18', () => {
  const young = { ...demographic, dateOfBirth: `${new Date().getUTCFullYear() - 17}-01-01` };
  expect(firstOpenStage(reading({ setupDemographic: young }))).toBe('demographics');
});
