import { expect, it } from 'vitest';
import { readDraft, writeDraft } from '../../../forms/drafts.ts';
import { testStorage } from '../../../../test/test-user.ts';
import { startDrafts, companyFromDrafts, furthestStep } from './company-drafts.ts';

const organization = { companyName: 'Korle', businessName: 'Korle Ltd', industry: 'HEALTH' } as const;
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

it('S-505 sends the three parts in one request', () => {
  expect(companyFromDrafts('u', 'Prototype', lying({ organization, social }))).toEqual({
    userId: 'u',
    ...organization,
    ...social,
    website: 'https://korle.example.com',
    stage: 'Prototype',
  });
  expect(companyFromDrafts('u', 'Prototype', lying({ organization }))).toBeUndefined();
});

const declined = {
  userId: 'u',
  ...organization,
  ...social,
  isInstitution: true,
  ethicsApprovalNumber: 'CHS-Et/M.2',
  ethicsApprovalExpiresOn: null,
  supervisor: null,
  stage: 'Prototype',
  status: 'DECLINED',
  declineReason: null,
  submittedAt: '2026-11-20T10:00:00.000Z',
} as const;

it('S-505 a new attempt begins with the values that were sent, and keeps the corrections', () => {
  const storage = testStorage();
  const storedPart = (part: string) => readDraft(part, storage);
  startDrafts('u', declined, storage);
  expect([storedPart('organization'), storedPart('social'), storedPart('stage')]).toEqual([
    { ...organization, isInstitution: true, ethicsApprovalNumber: 'CHS-Et/M.2' },
    social,
    { stage: 'Prototype' },
  ]);
  writeDraft('organization', { ...organization, companyName: 'Korle Bu' }, storage);
  startDrafts('u', declined, storage);
  expect(storedPart('organization')).toMatchObject({ companyName: 'Korle Bu' });
  // The company is declined again after another device has sent other details.
  const again = { ...declined, companyName: 'Korle Two', submittedAt: '2026-11-21T10:00:00.000Z' };
  startDrafts('u', again, storage);
  expect(storedPart('organization')).toMatchObject({ companyName: 'Korle Two' });
});

it('a first attempt begins empty, and no values of another person are shown', () => {
  const storage = testStorage();
  startDrafts('u', null, storage);
  expect(readDraft('organization', storage)).toBeNull();
  writeDraft('organization', organization, storage);
  startDrafts('v', null, storage);
  expect(readDraft('organization', storage)).toBeNull();
});
