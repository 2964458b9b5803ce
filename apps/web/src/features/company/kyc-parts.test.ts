import { expect, it } from 'vitest';
import { companyOf, furthestStep } from './kyc-parts.ts';

const organization = { companyName: 'Korle', businessName: 'Korle Ltd', industry: 'HEALTH' };
const social = {
  website: 'korle.example.com',
  companyLinkedUrl: 'https://linkedin.com/company/korle',
  foundersLinkedInUrl: 'https://linkedin.com/in/korle',
};
const lying = (drafts: Record<string, unknown>) => (key: string) => drafts[key] ?? null;

it('S-505 opens the step after the saved parts', () => {
  expect(furthestStep(lying({}))).toBe(1);
  expect(furthestStep(lying({ social }))).toBe(1);
  expect(furthestStep(lying({ organization }))).toBe(2);
  expect(furthestStep(lying({ organization, social }))).toBe(3);
});

it('S-505 sends the three parts as one', () => {
  expect(companyOf('u', 'Prototype', lying({ organization, social }))).toEqual({
    userId: 'u',
    ...organization,
    ...social,
    website: 'https://korle.example.com',
    stage: 'Prototype',
  });
  expect(companyOf('u', 'Prototype', lying({ organization }))).toBeUndefined();
});
