import { APPLICATION_STATUSES, type ApplicationStep } from '@app/contracts/project/applications.ts';
import { STUDY_STANDINGS, type StudyStanding } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import { declineOf, mayWithdraw, nextOf, standingBadge } from './use-applications.ts';

const ahead = (standing: StudyStanding) => ({ standing, isOver: false });
const over = { standing: 'CLOSED', isOver: true } as const;

it('says what happens next for every status and standing', () => {
  for (const status of APPLICATION_STATUSES) {
    for (const standing of STUDY_STANDINGS) expect(nextOf(status, ahead(standing))).toMatch(/\.$/);
  }
  expect(nextOf('PENDING', ahead('FULL'))).toContain('All places are taken');
  expect(nextOf('PENDING', ahead('PAUSED'))).not.toBe(nextOf('PENDING', ahead('CLOSED')));
  expect(nextOf('ACCEPTED', ahead('FULL'))).toBe(nextOf('ACCEPTED', ahead('OPEN')));
  expect(nextOf('ACCEPTED', ahead('CLOSED'))).toContain('stays yours');
});

it('asks nobody to choose a time, or to wait for an answer, once the study is closed and its times are over', () => {
  expect(nextOf('ACCEPTED', over)).toContain('none left to choose');
  expect(nextOf('PENDING', over)).toContain('nobody else is chosen');
  expect(nextOf('WITHDRAWN', over)).toBe(nextOf('WITHDRAWN', ahead('OPEN')));
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
