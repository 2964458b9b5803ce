import { expect, test } from 'vitest';
import { classifyError, createProblem } from './problem.ts';

const answered = (state: string) =>
  classifyError(Object.assign(new Error('words of the database'), { code: state }));

test.each([
  ['22P02', 'MALFORMED_REQUEST'],
  ['23505', 'CONFLICT'],
  ['23503', 'CONFLICT'],
  ['23514', 'INTERNAL'],
  ['40001', 'UNAVAILABLE'],
  ['40P01', 'UNAVAILABLE'],
  ['57P01', 'UNAVAILABLE'],
  ['25006', 'UNAVAILABLE'],
  ['28P01', 'UNAVAILABLE'],
  ['25P02', 'INTERNAL'],
  ['08006', 'UNAVAILABLE'],
  ['53300', 'UNAVAILABLE'],
  ['53100', 'UNAVAILABLE'],
  ['58030', 'UNAVAILABLE'],
  ['XX000', 'INTERNAL'],
  ['42703', 'INTERNAL'],
])('IN-4 the database’s refusal with %s is %s', (state, code) => {
  expect(answered(state)).toEqual({ code });
});

test('a connection refused for a full disk is UNAVAILABLE, and a statement with the same state is not', () => {
  const of = (severity: string) =>
    classifyError(Object.assign(new Error('could not write init file'), { code: 'XX000', severity }));
  expect([of('FATAL'), of('PANIC'), of('ERROR')].map(({ code }) => code)).toEqual([
    'UNAVAILABLE',
    'UNAVAILABLE',
    'INTERNAL',
  ]);
});

test('an unreachable server is UNAVAILABLE, also at a local socket; a missing file is not', () => {
  const of = (fields: object) => classifyError(Object.assign(new Error('words of the system'), fields));
  expect(of({ code: 'ECONNREFUSED', syscall: 'connect' })).toEqual({ code: 'UNAVAILABLE' });
  expect(of({ code: 'ENOENT', syscall: 'connect' })).toEqual({ code: 'UNAVAILABLE' });
  expect(of({ code: 'EAGAIN', syscall: 'connect' })).toEqual({ code: 'UNAVAILABLE' });
  expect(of({ code: 'ENOENT', syscall: 'open' })).toEqual({ code: 'INTERNAL' });
});

test('an item names the broken rule and its limit, for clients with their own words', () => {
  const items = [{ rule: 'maxLength 50', field: 'name' } as const, { rule: 'noRepeats' } as const];
  expect(createProblem('INVALID_INPUT', 'r', items).content).toEqual([
    {
      message: 'This field should be at most 50 characters long',
      field: 'name',
      code: 'maxLength',
      params: { limit: 50 },
    },
    { message: 'Please choose each option only once', code: 'noRepeats' },
  ]);
});

test('an item without a rule has the text of the failure', () => {
  const { detail, content } = createProblem('PASSWORD_TOO_COMMON', 'r', [{ field: 'password' }]);
  expect(content).toEqual([{ message: detail, field: 'password' }]);
});
