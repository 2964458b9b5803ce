import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import { expect, it } from 'vitest';
import { profilePartDetails, lastDigits, logInBy, spacedNumber } from './account-details.ts';

const profile: SentUserInformation = {
  userId: 'u',
  demographic: {
    dateOfBirth: '1996-04-18',
    gender: 'FEMALE',
    education: 'DIPLOMA',
    annualHouseholdIncome: 'LESS_THAN_10000',
    region: 'VOLTA',
    city: 'Ho',
    languages: ['EWE', 'ENGLISH'],
  },
  employment: { status: 'FREELANCER', jobRole: 'DESIGN', industry: 'OTHERS' },
  technicalDetail: {
    browsers: ['CHROME', 'OPERA_MINI'],
    computerOs: 'NO_COMPUTER',
    phoneOs: 'ANDROID',
    tabletOs: 'NO_TABLET',
    hasWebcam: false,
    hasInternet: true,
  },
  payment: { provider: 'MTN', accountName: 'Ɛsi Mensah', phoneNumber: '+233 •• ••• 4567' },
};

it('shows a profile with the labels of its forms', () => {
  const values = (part: Parameters<typeof profilePartDetails>[0]) =>
    profilePartDetails(part, profile).map(({ value }) => value);
  expect(values('demographic')).toEqual([
    '18 April, 1996',
    'Female',
    'Diploma',
    'Less than GH₵ 10,000',
    'Ho, Volta',
    'Ewe, English',
  ]);
  expect(values('employment')[0]).toBe('Freelancer');
  expect(values('technicalDetail')).toEqual([
    'Android',
    'I have no computer',
    'No',
    'I have no tablet',
    'Chrome, Opera Mini',
    'Yes',
  ]);
});

it.each([
  [true, false, 'Email and password'],
  [true, true, 'Email and password, or Google'],
  [false, true, 'Google'],
  [false, false, 'You have no password yet'],
])('names the ways to log in: password %s, Google %s', (hasPassword, hasGoogle, expected) => {
  expect(logInBy({ hasPassword, hasGoogle })).toBe(expected);
});

it('formats a Ghanaian number with spaces, and finds the visible digits of a masked one', () => {
  expect(spacedNumber('+233241234567')).toBe('+233 24 123 4567');
  expect(spacedNumber('+44')).toBe('+44');
  expect(lastDigits('+233 •• ••• 4567')).toBe('4567');
});
