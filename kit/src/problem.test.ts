import { expect, test } from 'vitest';
import { codeOf } from './problem.ts';

const answered = (state: string) =>
  codeOf(Object.assign(new Error('words of the database'), { code: state }));

test.each([
  ['22P02', 'MALFORMED_REQUEST'],
  ['23505', 'CONFLICT'],
  ['23503', 'CONFLICT'],
  ['23514', 'INTERNAL'],
  ['40001', 'UNAVAILABLE'],
  ['40P01', 'UNAVAILABLE'],
  ['57P01', 'UNAVAILABLE'],
  ['08006', 'UNAVAILABLE'],
  ['53300', 'UNAVAILABLE'],
  ['42703', 'INTERNAL'],
])('IN-4 what the database refuses with %s is %s', (state, code) => {
  expect(answered(state)).toEqual({ code });
});
