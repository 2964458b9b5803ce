import { expect, it } from 'vitest';
import { testUser } from '../../app/test-user.ts';
import { readiness } from './readiness.ts';

const sent = { hasCompanyInfo: true } as const;

it.each([
  [testUser({ role: 'PARTICIPANT' }), 'Not done yet', '/dashboard/participant-setup'],
  [testUser({ role: 'PARTICIPANT', hasUserInfo: true }), 'Complete', undefined],
  [testUser(), 'Company information not sent yet', '/dashboard/kyc'],
  [testUser({ ...sent, adminVerificationStatus: 'PENDING' }), 'Pending verification', undefined],
  [testUser({ ...sent, adminVerificationStatus: 'VERIFIED' }), 'Account Verified', undefined],
  [testUser({ ...sent, adminVerificationStatus: 'DECLINED' }), 'Account Declined', '/dashboard/kyc'],
])('case %# says how far one has come and what is next', (user, text, to) => {
  expect(readiness(user).text).toBe(text);
  expect(readiness(user).next?.to).toBe(to);
});
