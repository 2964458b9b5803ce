import type { Application } from '@app/contracts/project/applications.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { expect, it } from 'vitest';
import { graceEnd, mayStart } from './may-start.ts';
import { findKnownDomain } from './use-open-survey.tsx';

const AT = '2026-12-01T10:00:00.000Z';
const application = (
  status: Application['status'],
  steps: Application['status'][] = [],
  study: Partial<Application['study']> = {},
) =>
  ({
    status,
    appliedAt: AT,
    history: steps.map((one) => ({ status: one, at: AT })),
    study: { recruitmentStatus: 'OPEN', choosing: 'AT_ONCE', ...study },
  }) as Application;
const submission = (status: OwnSubmission['status'], startsLeft = 2) =>
  ({ status, startsLeft, expiresAt: AT }) as OwnSubmission;

it('accepts a code for a day after the time-out', () => {
  expect(graceEnd(submission('TIMED_OUT'))).toBe('2026-12-02T10:00:00.000Z');
});

it('offers a start to those who have a place, or had one', () => {
  const had = ['PENDING', 'ACCEPTED', 'PENDING'] as const;
  const cases: [boolean, Application, OwnSubmission?][] = [
    [true, application('ACCEPTED', ['ACCEPTED'])],
    [false, application('ACCEPTED', ['ACCEPTED'], { recruitmentStatus: 'PAUSED' })],
    [false, application('ACCEPTED', ['ACCEPTED'], { recruitmentStatus: 'CLOSED' })],
    [false, application('ACCEPTED', ['ACCEPTED'], { recruitmentStatus: 'SUSPENDED' })],
    [true, application('PENDING', [...had])],
    [false, application('PENDING', [...had], { choosing: 'AFTER_ACCEPTANCE' })],
    [false, application('PENDING', ['PENDING'])],
    [true, application('PENDING', [...had], { choosing: 'AFTER_ACCEPTANCE' }), submission('TIMED_OUT')],
    [false, application('PENDING', [...had]), submission('TIMED_OUT', 0)],
    [false, application('ACCEPTED', ['ACCEPTED']), submission('SUBMITTED')],
    [false, application('DECLINED', ['ACCEPTED']), submission('TIMED_OUT')],
    [false, application('WITHDRAWN', ['ACCEPTED'])],
  ];
  for (const [may, one, last] of cases) expect([one, last, mayStart(one, last)]).toEqual([one, last, may]);
});

it.each([
  ['kobotoolbox.org', 'kobotoolbox.org'],
  ['ee.kobotoolbox.org', 'kobotoolbox.org'],
  ['docs.google.com', 'docs.google.com'],
  ['google.com', undefined],
  ['kobotoolbox.org.example.com', undefined],
  ['evilkobotoolbox.org', undefined],
  ['qualtrics.com.gh', undefined],
])('%s is the domain %s of a known tool', (host, domain) => {
  expect(findKnownDomain(host)).toBe(domain);
});
