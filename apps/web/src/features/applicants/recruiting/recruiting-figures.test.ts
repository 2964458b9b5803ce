import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { expect, it } from 'vitest';
import { describeNewApplicants } from '../study-applicants.tsx';
import { lastDays, recruitingStages } from './recruiting.tsx';

const counts = (given: Partial<ApplicantCounts> = {}): ApplicantCounts => ({
  all: 8,
  byStatus: { PENDING: 5, ACCEPTED: 2, DECLINED: 1, WITHDRAWN: 0 },
  byScreening: { QUALIFIED: 6, DISQUALIFIED: 2 },
  wanted: 10,
  days: [],
  byQuota: [],
  ...given,
});

it('draws all stages on the scale of the longest, which may be the number wanted', () => {
  expect(recruitingStages(counts()).stages.map(({ width }) => width)).toEqual([80, 60, 20]);
  expect(recruitingStages(counts()).wantedAt).toBe(100);
  expect(recruitingStages(counts({ all: 20 }))).toMatchObject({
    wantedAt: 50,
    stages: [{ width: 100 }, {}, { width: 10 }],
  });
  expect(recruitingStages(counts({ wanted: null })).wantedAt).toBeUndefined();
});

it('shows days without applicants among the last ten, and sums up the days before', () => {
  expect(lastDays([])).toEqual({ days: [], earlier: undefined });
  const day = (text: string, applied: number) => ({ day: text, applied, qualified: applied - 1 });
  expect(lastDays([day('2026-11-18', 2), day('2026-11-20', 1)])).toEqual({
    days: [day('2026-11-20', 1), { day: '2026-11-19', applied: 0, qualified: 0 }, day('2026-11-18', 2)],
    earlier: undefined,
  });
  const long = lastDays([
    day('2026-08-01', 4),
    day('2026-11-10', 3),
    day('2026-11-11', 2),
    day('2026-11-20', 1),
  ]);
  expect(long.days).toHaveLength(10);
  expect(long.days.at(-1)).toEqual(day('2026-11-11', 2));
  expect(long.earlier).toEqual({ applied: 7, qualified: 5 });
});

it('shows the actions of applicants, never the researcher’s decisions', () => {
  const seen = counts();
  const decided = counts({ byStatus: { PENDING: 4, ACCEPTED: 3, DECLINED: 1, WITHDRAWN: 0 } });
  expect([
    describeNewApplicants(undefined, seen),
    describeNewApplicants(seen, seen),
    describeNewApplicants(seen, decided),
  ]).toEqual(['', '', '']);
  expect(describeNewApplicants(seen, counts({ all: 10 }))).toBe('2 new applicants');
  const withdrawn = { ...seen.byStatus, WITHDRAWN: 1 };
  expect(describeNewApplicants(seen, counts({ all: 9, byStatus: withdrawn }))).toBe(
    '1 new applicant, 1 has withdrawn',
  );
});

it('shows new surveys, also after decisions on others; the list of submitted ones shows nothing else', () => {
  const filter = { submission: 'SUBMITTED' } as const;
  const seen = counts({ bySubmission: { STARTED: 2, SUBMITTED: 3 } });
  const decided = counts({ bySubmission: { STARTED: 2, SUBMITTED: 1, APPROVED: 1, REJECTED: 1 } });
  expect(describeNewApplicants(seen, decided, filter)).toBe('');
  const later = counts({ all: 9, bySubmission: { SUBMITTED: 2, APPROVED: 2, REJECTED: 1 } });
  expect(describeNewApplicants(seen, later, filter)).toBe('2 new surveys');
  expect(describeNewApplicants(seen, later)).toBe('1 new applicant, 2 new surveys');
});
