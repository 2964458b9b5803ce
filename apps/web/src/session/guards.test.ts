import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { describe, expect, it } from 'vitest';
import { findRedirect, needsFreshUser, type Guard } from './guards.ts';
import { testUser } from '../../test/test-user.ts';

const participant = testUser({ role: 'PARTICIPANT' });
const setUp = testUser({ role: 'PARTICIPANT', hasUserInfo: true });
const newcomer = testUser({ role: 'RESEARCHER' });
const pending = testUser({ role: 'RESEARCHER', hasCompanyInfo: true, adminVerificationStatus: 'PENDING' });
const declined = testUser({ role: 'RESEARCHER', hasCompanyInfo: true, adminVerificationStatus: 'DECLINED' });
const verified = testUser({ role: 'RESEARCHER', hasCompanyInfo: true, adminVerificationStatus: 'VERIFIED' });

const mustBeVerified = { to: '/dashboard', message: 'Your account must be verified to view this resource' };
const alreadyVerified = { to: '/dashboard', message: 'You are already verified' };
const alreadySubmitted = {
  to: '/dashboard/browse-studies',
  message: 'You are have already submitted this information',
};
const browse = { to: '/dashboard/browse-studies' };
const projects = { to: '/dashboard/projects' };

type Row = [string, SignedInUser | null, ReturnType<typeof findRedirect>];
const table: Record<Guard, Row[]> = {
  GUEST: [
    ['nobody', null, null],
    ['a participant', participant, { to: '/dashboard' }],
    ['a researcher', verified, { to: '/dashboard' }],
  ],
  SIGNED_IN: [
    ['nobody', null, { to: '/' }],
    ['a participant', participant, null],
  ],
  RESEARCHER: [
    ['nobody', null, { to: '/' }],
    ['a participant', participant, browse],
    ['a researcher not verified', newcomer, null],
  ],
  VERIFIED_RESEARCHER: [
    ['a participant', participant, browse],
    ['a new researcher', newcomer, mustBeVerified],
    ['a pending researcher', pending, mustBeVerified],
    ['a declined researcher', declined, mustBeVerified],
    ['a verified researcher', verified, null],
  ],
  PARTICIPANT: [
    ['a participant', participant, null],
    ['a researcher', newcomer, projects],
    ['a person of no known role', { ...participant, role: 'ADMIN' as never }, { to: '/dashboard' }],
  ],
  KYC: [
    ['a participant', participant, browse],
    ['a new researcher', newcomer, null],
    ['a pending researcher', pending, null],
    ['a declined researcher', declined, null],
    ['a verified researcher', verified, alreadyVerified],
  ],
  PARTICIPANT_SETUP: [
    ['a researcher', newcomer, projects],
    ['a new participant', participant, null],
    ['a participant who has submitted', setUp, alreadySubmitted],
  ],
};

describe.each(Object.entries(table) as [Guard, Row[]][])('S-103 S-110 to S-115 guard %s', (guard, rows) => {
  it.each(rows)('for %s', (_, user, expected) => {
    expect(findRedirect(guard, user)).toEqual(expected);
  });
});

it('checks with the server only if the result may have changed', () => {
  expect(needsFreshUser('VERIFIED_RESEARCHER', pending)).toBe(true);
  expect(needsFreshUser('VERIFIED_RESEARCHER', verified)).toBe(false);
  expect(needsFreshUser('KYC', pending)).toBe(true);
  expect(needsFreshUser('PARTICIPANT_SETUP', participant)).toBe(true);
  expect(needsFreshUser('PARTICIPANT_SETUP', setUp)).toBe(false);
  expect(needsFreshUser('RESEARCHER', pending)).toBe(false);
});
