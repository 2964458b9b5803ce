import { expect, it, test } from 'vitest';
import { STUDY_STATES } from '@app/contracts/project/studies.ts';
import { isFull } from '../../../product/study-state.tsx';
import { studyControls } from './study-buttons.tsx';

test('each state has its controls, and a study without applicants can be deleted', () => {
  const controls = (appliedCount: number) =>
    STUDY_STATES.map((state) => [state, ...studyControls({ state, appliedCount })]);
  expect(controls(1)).toEqual([
    ['DRAFT', 'CONTINUE'],
    ['PUBLISHED', 'PAUSE', 'CLOSE', 'APPLICANTS'],
    ['PAUSED', 'RESUME', 'CLOSE', 'APPLICANTS'],
    ['CLOSED', 'APPLICANTS'],
  ]);
  expect(controls(0)).toEqual(controls(1).map((row) => [...row, 'DELETE']));
});

it('is full when every place is taken, as long as it is published', () => {
  const study = { state: 'PUBLISHED', placesLeft: 1 } as const;
  expect(isFull(study)).toBe(false);
  expect(isFull({ ...study, placesLeft: 0 })).toBe(true);
  expect(isFull({ ...study, placesLeft: 0, state: 'PAUSED' })).toBe(false);
  expect(isFull({ ...study, state: 'DRAFT', placesLeft: null })).toBe(false);
});
