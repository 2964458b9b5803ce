import { APPLICATION_STATUSES, type ApplicationStep } from '@app/contracts/project/applications.ts';
import { STUDY_STANDINGS } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import { declineOf, mayWithdraw, nextOf, standingBadge } from './next.ts';

it('says what happens next for every status and standing', () => {
  for (const status of APPLICATION_STATUSES) {
    for (const standing of STUDY_STANDINGS) expect(nextOf(status, standing)).toMatch(/\.$/);
  }
  expect(nextOf('PENDING', 'FULL')).toContain('All places are taken');
  expect(nextOf('PENDING', 'PAUSED')).not.toBe(nextOf('PENDING', 'CLOSED'));
  expect(nextOf('ACCEPTED', 'FULL')).toBe(nextOf('ACCEPTED', 'OPEN'));
  expect(nextOf('ACCEPTED', 'CLOSED')).toContain('stays yours');
});

it('offers to withdraw what is not decided against or given up', () => {
  const offered = APPLICATION_STATUSES.filter((status) => mayWithdraw({ status }));
  expect(offered).toEqual(['PENDING', 'ACCEPTED']);
});

it('tells how the study stands only to those whom it concerns', () => {
  expect(standingBadge('PENDING', 'OPEN')).toBeUndefined();
  expect(standingBadge('PENDING', 'FULL')).toBe('Study full');
  expect(standingBadge('ACCEPTED', 'FULL')).toBeUndefined();
  expect(standingBadge('ACCEPTED', 'CLOSED')).toBe('Study closed');
  expect(standingBadge('DECLINED', 'CLOSED')).toBeUndefined();
});

it('SC2 shows the decline that holds, with its reason and note, and none that was taken back', () => {
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
  expect(declineOf({ status: 'DECLINED', history })).toMatchObject({ reason: 'PLACES_TAKEN', note: 'last' });
  expect(declineOf({ status: 'PENDING', history: history.slice(0, 3) })).toBeUndefined();
});
