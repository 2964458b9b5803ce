import type { APPLICATION_STATUSES } from '@app/contracts/project/applications.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import { changesBetween } from './studies.tsx';

const one = (
  id: string,
  status: (typeof APPLICATION_STATUSES)[number],
  recruitmentStatus: RecruitmentStatus = 'OPEN',
) => ({
  id,
  status,
  study: { publicName: `Study ${id}`, recruitmentStatus },
});

it('S-406 reports changes since the last view, and ignores rows that appeared or disappeared', () => {
  const before = [one('a', 'PENDING'), one('b', 'PENDING'), one('c', 'ACCEPTED')];
  expect(changesBetween(before, before)).toBe('');
  expect(changesBetween(before, [one('d', 'PENDING'), one('a', 'PENDING')])).toBe('');
  expect(changesBetween(before, [one('a', 'ACCEPTED'), one('b', 'DECLINED'), one('c', 'ACCEPTED')])).toBe(
    '“Study a” has changed: Accepted. “Study b” has changed: Declined.',
  );
});

it('S-406 reports a recruitment status where it is shown, and no withdrawal by the person', () => {
  expect(changesBetween([one('a', 'PENDING')], [one('a', 'PENDING', 'PAUSED')])).toBe(
    '“Study a” has changed: Pending, Study paused.',
  );
  expect(changesBetween([one('a', 'ACCEPTED')], [one('a', 'ACCEPTED', 'FULL')])).toBe('');
  expect(changesBetween([one('a', 'PENDING')], [one('a', 'WITHDRAWN')])).toBe('');
});
