import type { APPLICATION_STATUSES } from '@app/contracts/project/applications.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { expect, it } from 'vitest';
import { describeChanges } from './studies.tsx';

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
  expect(describeChanges(before, before)).toBe('');
  expect(describeChanges(before, [one('d', 'PENDING'), one('a', 'PENDING')])).toBe('');
  expect(describeChanges(before, [one('a', 'ACCEPTED'), one('b', 'DECLINED'), one('c', 'ACCEPTED')])).toBe(
    '“Study a” has changed: Accepted. “Study b” has changed: Declined.',
  );
});

it('S-406 reports a recruitment status where it is shown, and no withdrawal by the person', () => {
  expect(describeChanges([one('a', 'PENDING')], [one('a', 'PENDING', 'PAUSED')])).toBe(
    '“Study a” has changed: Pending, Study paused.',
  );
  expect(describeChanges([one('a', 'ACCEPTED')], [one('a', 'ACCEPTED', 'FULL')])).toBe('');
  expect(describeChanges([one('a', 'PENDING')], [one('a', 'WITHDRAWN')])).toBe('');
});
