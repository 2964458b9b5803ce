import { expect, it, vi } from 'vitest';
import { testApplicant } from '../../../../test/test-applicant.ts';
import { HOUR_MS } from '@app/contracts/durations.ts';
import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import {
  canBeDecided,
  rowUpdatesAfterDecision,
  decidable,
  decideAll,
  undecidedReasons,
  type DecisionOutcome,
} from './decision-rules.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
const accepts = async (batch: string[]): Promise<DecisionOutcome> => ({ decided: batch, undecided: [] });

it('AP3 sends many decisions in calls of a hundred, in their order', async () => {
  const send = vi.fn(accepts);
  expect(await decideAll(ids(250), send)).toEqual({ decided: ids(250), undecided: [] });
  expect(send.mock.calls.map(([batch]) => batch.length)).toEqual([100, 100, 50]);
});

it('AP3 keeps the decisions that were made before a call failed, and reports the failure', async () => {
  const failure = new Error('cut off');
  const send = vi.fn(accepts).mockImplementationOnce(accepts).mockRejectedValueOnce(failure);
  expect(await decideAll(ids(250), send)).toEqual({ decided: ids(100), undecided: [], failure });
  expect(send).toHaveBeenCalledTimes(2);
});

it('offers a decision only for applicants it can be made on', () => {
  const rows = (['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const).map((status) =>
    testApplicant(status, { status }),
  );
  expect(decidable(rows, 'ACCEPTED')).toEqual(['PENDING']);
  expect(decidable(rows, 'DECLINED')).toEqual(['PENDING']);
  expect(decidable(rows, 'PENDING')).toEqual(['ACCEPTED', 'DECLINED']);
});

it('a participant who was met can be neither declined nor undone; a decline can be undone', () => {
  const rows = (['PENDING', 'ACCEPTED', 'DECLINED'] as const).flatMap((status) =>
    (['ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'CONFIRMED'] as const).map((state) =>
      testApplicant(`${status} ${state}`, { status, meeting: { state, startsAt: '2026-11-27T09:30:00Z' } }),
    ),
  );
  expect(decidable(rows, 'DECLINED')).toEqual(['PENDING CONFIRMED']);
  expect(decidable(rows, 'PENDING').filter((id) => !id.startsWith('DECLINED'))).toEqual([
    'ACCEPTED CONFIRMED',
  ]);
  expect(decidable(rows, 'PENDING')).toHaveLength(5);
  expect(decidable(rows, 'ACCEPTED')).toHaveLength(4);
});

it('D-71 an application with a survey changes by the decision on the survey alone, and its undo has an end', () => {
  const submission = (status: SubmissionStatus, undoUntil: string | null = null) => ({
    id: status,
    status,
    outcome: null,
    startedAt: '2026-11-21T10:00:00Z',
    submittedAt: null,
    note: null,
    isVeryFast: false,
    undoUntil,
    rejection: null,
  });
  const row = (status: SubmissionStatus, undoUntil?: string) =>
    testApplicant(status, { status: 'ACCEPTED', submission: submission(status, undoUntil) });
  const [soon, before] = [HOUR_MS, -HOUR_MS].map((ms) => new Date(Date.now() + ms).toISOString());
  expect(decidable([row('STARTED'), row('SUBMITTED'), row('APPROVED', soon)], 'PENDING')).toEqual([]);
  expect(decidable([row('TIMED_OUT'), row('RETURNED')], 'PENDING')).toEqual(['TIMED_OUT', 'RETURNED']);
  const selectable = [row('STARTED'), row('SUBMITTED'), row('APPROVED', soon), row('REJECTED', before)];
  expect(selectable.filter(canBeDecided).map(({ id }) => id)).toEqual(['SUBMITTED', 'APPROVED']);
});

it('shows the decision with its reason, and the applicants it did not apply to', () => {
  const outcome: DecisionOutcome = {
    decided: ['a'],
    undecided: [
      { applicationId: 'b', because: 'IS_WITHDRAWN' },
      { applicationId: 'c', because: 'NO_PLACE_LEFT' },
    ],
  };
  const verdict = { status: 'DECLINED', reason: 'OTHER', note: '' } as const;
  const changes = rowUpdatesAfterDecision(outcome, verdict, '2026-11-21T10:00:00Z');
  expect(changes.get('a')?.(testApplicant('a'))).toMatchObject({
    status: 'DECLINED',
    history: [{ status: 'DECLINED', reason: 'OTHER', note: null, by: 'RESEARCHER' }],
  });
  expect(changes.get('b')?.(testApplicant('b'))).toMatchObject({ status: 'WITHDRAWN', history: [] });
  expect(changes.has('c')).toBe(false);
});

it('AP3 gives each reason for skipping with the number of applicants', () => {
  expect(
    undecidedReasons([
      { applicationId: 'a', because: 'NO_PLACE_LEFT' },
      { applicationId: 'b', because: 'IS_WITHDRAWN' },
      { applicationId: 'c', because: 'NO_PLACE_LEFT' },
    ]),
  ).toEqual(['1 withdrawn by the applicant', expect.stringMatching(/^2 not accepted, because all places/)]);
  expect(undecidedReasons([])).toEqual([]);
});
