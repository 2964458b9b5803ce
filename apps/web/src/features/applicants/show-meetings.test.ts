import type { Applicant } from '@app/contracts/project/applicants.ts';
import { expect, it } from 'vitest';
import { pageRows } from './pagination.ts';
import { addMeetings } from './show-meetings.ts';
import { testApplicant, testPage } from '../../../test/test-applicant.ts';

it('shows the current meetings, and leaves a row unchanged if its meeting is the same', () => {
  const meeting = { state: 'BOOKED', startsAt: '2026-12-01T09:00:00Z' } as const;
  const all = [testApplicant('0'), testApplicant('1', { meeting }), testApplicant('2', { meeting })];
  const loaded = { pages: [testPage(all, 0, 10)], pageParams: [0] };
  const confirmed = { ...meeting, state: 'CONFIRMED' } as const;
  const now = addMeetings(
    loaded,
    new Map<string, NonNullable<Applicant['meeting']>>([
      ['1', { ...meeting }],
      ['2', confirmed],
      ['9', meeting],
    ]),
  );
  const rows = pageRows(now.pages);
  expect(rows.map((row) => row.meeting)).toEqual([null, meeting, confirmed]);
  expect(rows.map((row, at) => row === all[at])).toEqual([true, true, false]);
  expect(pageRows(addMeetings(loaded, new Map()).pages).map((row) => row.meeting)).toEqual([
    null,
    null,
    null,
  ]);
});
