import { expect, it } from 'vitest';
import { testApplicant } from '../../../../test/test-applicant.ts';
import { nextWaiting } from './use-position.ts';

const rows = (['PENDING', 'ACCEPTED', 'WITHDRAWN', 'PENDING', 'DECLINED'] as const).map((status, place) =>
  testApplicant(String(place), { status }),
);

it.each([
  [-1, 0],
  [0, 3],
  [3, 5],
  [5, 5],
])('after position %i the next undecided applicant is at %i, or there is none', (behind, next) => {
  expect(nextWaiting(rows, behind)).toBe(next);
});
