import { expect, test } from 'vitest';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { evaluateResponses } from './evaluate-responses.ts';

const option = (answer: string, eligibility: ScreenerQuestion['options'][number]['eligibility']) => ({
  id: 'aaaaaa',
  answer,
  eligibility,
});

const questions: ScreenerQuestion[] = [
  {
    id: 'bbbbbb',
    question: 'Do you own a fridge?',
    options: [option('Yes', 'QUALIFY'), option('No', 'DISQUALIFY'), option('', 'DISQUALIFY'), option('', '')],
  },
  { id: 'cccccc', question: '', options: [option('', ''), option('', 'DISQUALIFY')] },
];

const answers = (first: string, second: string) => [
  { id: '1', question: 'Do you own a fridge?', answer: first },
  { id: '2', question: '', answer: second },
];

test('S-405 one disqualifying choice is enough, and an empty eligibility disqualifies no one', () => {
  expect(evaluateResponses(questions, answers('Yes', ''))).toBe('QUALIFIED');
  expect(evaluateResponses(questions, answers('No', ''))).toBe('DISQUALIFIED');
});

test('S-310 among choices with the same text, one that does not disqualify is enough', () => {
  expect(evaluateResponses(questions, answers('', ''))).toBe('QUALIFIED');
});

const [first, second] = answers('Yes', '') as [Answer, Answer];
type Answer = ReturnType<typeof answers>[number];
test.each([
  [answers('yes', '')],
  [answers('Sometimes', '')],
  [answers('Yes', 'Yes')],
  [[{ ...first, question: 'Another question?' }, second]],
  [[first, { ...second, id: '1' }]],
  [[first, { ...second, id: '3' }]],
  [[first, second, { ...second, id: '3' }]],
  [[second, first]],
  [[first]],
  [[second]],
  [[]],
])('S-405 %j is not a valid answer', (given) => {
  expect(evaluateResponses(questions, given)).toBe('INVALID');
});

test('B8 stored control characters are ignored when answers are compared', () => {
  const stored = [
    {
      ...questions[0]!,
      question: 'Line\u000btwo?',
      options: [{ id: 'aaaaaa', answer: 'Y\u0007es', eligibility: '' as const }],
    },
  ];
  expect(evaluateResponses(stored, [{ id: '1', question: 'Line\ntwo?', answer: 'Yes' }])).toBe('QUALIFIED');
});
