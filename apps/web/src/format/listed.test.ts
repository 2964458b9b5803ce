import { expect, it } from 'vitest';
import { joinShortened } from './listed.ts';

const first = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

it('lists all of ten names, and eight of more', () => {
  expect(joinShortened(first(3))).toBe('1, 2, 3');
  expect(joinShortened(first(10))).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10');
  expect(joinShortened(first(12))).toBe('1, 2, 3, 4, 5, 6, 7, 8 and 4 more');
});
