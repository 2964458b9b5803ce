import { expect, it } from 'vitest';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { mostDecisiveAnswers } from './decisive-answers.ts';

const decisive = new Set([3, 5]);
const screeners: ScreenerQuestion[] = [1, 2, 3, 4, 5].map((place) => ({
  id: `q${place}`,
  question: `Question ${place}`,
  options: [
    { id: `y${place}`, answer: 'Yes', eligibility: decisive.has(place) ? 'QUALIFY' : '' },
    { id: `n${place}`, answer: 'No', eligibility: decisive.has(place) ? 'DISQUALIFY' : '' },
  ],
}));
const responses = (answers: string[]) =>
  answers.map((answer, at) => ({ id: String(at + 1), question: `Question ${at + 1}`, answer }));
const shown = (answers: string[]) =>
  mostDecisiveAnswers(responses(answers), screeners).map(
    ({ id, disqualifies }) => id + (disqualifies ? '!' : ''),
  );

it('S-310 shows the deciding questions among five answers, and marks what disqualifies', () => {
  expect(shown(['No', 'Yes', 'Yes', 'No', 'Yes'])).toEqual(['1', '3', '5']);
  expect(shown(['No', 'Yes', 'Yes', 'No', 'No'])).toEqual(['1', '3', '5!']);
  expect(shown(['No'])).toEqual(['1']);
  expect(shown([])).toEqual([]);
});

it('always shows disqualifying answers, however many questions decide', () => {
  const all = screeners.map((screener) => ({ ...screener, options: screeners[4]!.options }));
  const given = responses(['Yes', 'Yes', 'Yes', 'Yes', 'No']);
  expect(mostDecisiveAnswers(given, all).map(({ id }) => id)).toEqual(['1', '2', '5']);
});
