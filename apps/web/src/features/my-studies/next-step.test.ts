import { APPLICATION_STATUSES, type ApplicationStep } from '@app/contracts/project/applications.ts';
import { RECRUITMENT_STATUSES, type RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import { findDecline, mayWithdraw, nextStep, recruitmentBadge } from './use-applications.ts';

const ahead = (recruitmentStatus: RecruitmentStatus) => ({ recruitmentStatus, hasEnded: false });
const ended = { recruitmentStatus: 'CLOSED', hasEnded: true } as const;

it('gives the next step for every application status and recruitment status', () => {
  for (const status of APPLICATION_STATUSES) {
    for (const recruitmentStatus of RECRUITMENT_STATUSES)
      expect(nextStep(status, ahead(recruitmentStatus))).toMatch(/\.$/);
  }
  expect(nextStep('PENDING', ahead('FULL'))).toContain('All places are filled');
  expect(nextStep('PENDING', ahead('PAUSED'))).not.toBe(nextStep('PENDING', ahead('CLOSED')));
  expect(nextStep('ACCEPTED', ahead('FULL'))).toBe(nextStep('ACCEPTED', ahead('OPEN')));
  expect(nextStep('ACCEPTED', ahead('CLOSED'))).toContain('you keep your place');
});

it('offers no times and announces no decision after the study is closed and its times have passed', () => {
  expect(nextStep('ACCEPTED', ended)).toContain('can no longer choose a time');
  expect(nextStep('PENDING', ended)).toContain('no one else is accepted');
  expect(nextStep('WITHDRAWN', ended)).toBe(nextStep('WITHDRAWN', ahead('OPEN')));
});

it('offers to withdraw unless the application is declined or withdrawn', () => {
  const offered = APPLICATION_STATUSES.filter((status) => mayWithdraw({ status }));
  expect(offered).toEqual(['PENDING', 'ACCEPTED']);
});

it('shows the recruitment status only to the applicants it concerns', () => {
  expect(recruitmentBadge('PENDING', 'OPEN')).toBeUndefined();
  expect(recruitmentBadge('PENDING', 'FULL')).toBe('Study full');
  expect(recruitmentBadge('ACCEPTED', 'FULL')).toBeUndefined();
  expect(recruitmentBadge('ACCEPTED', 'CLOSED')).toBe('Study closed');
  expect(recruitmentBadge('DECLINED', 'CLOSED')).toBeUndefined();
});

it('SC2 shows the current decline with its reason and note, and no decline that was undone', () => {
  const step = (status: ApplicationStep['status'], note: string | null): ApplicationStep => ({
    status,
    at: '2026-11-21T10:00:00Z',
    by: 'RESEARCHER',
    reason: note === null ? null : 'PLACES_TAKEN',
    note,
  });
  const history = [
    step('PENDING', null),
    step('DECLINED', 'first'),
    step('PENDING', null),
    step('DECLINED', 'last'),
  ];
  expect(findDecline({ status: 'DECLINED', history })).toMatchObject({
    reason: 'PLACES_TAKEN',
    note: 'last',
  });
  expect(findDecline({ status: 'PENDING', history: history.slice(0, 3) })).toBeUndefined();
});
