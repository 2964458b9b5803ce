import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import { expect, it } from 'vitest';
import { submissionLines } from './submission-lines.ts';

const lines = (given: Partial<OwnSubmission>) =>
  submissionLines({
    paidBy: '2026-12-04T10:00:00.000Z',
    study: { incentive: 6, screenOutPay: 1 },
    ...given,
  } as OwnSubmission);

it('promises a day of payment only while nothing but silence is needed for it', () => {
  expect(lines({ status: 'SUBMITTED', outcome: 'CODE' })).toEqual([
    expect.stringContaining('will be paid by'),
  ]);
  expect(lines({ status: 'SUBMITTED', outcome: 'NO_CODE', paidBy: null })).toEqual([words.checked]);
  expect(lines({ status: 'SUBMITTED', outcome: 'LATE' })).toEqual([words.late]);
  expect(lines({ status: 'REJECTION_REQUESTED', outcome: 'CODE' })).toEqual([words.requested]);
});
