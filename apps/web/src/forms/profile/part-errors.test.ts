import { expect, it } from 'vitest';
import { problemFailure } from '../../api/failure.ts';
import { serverFieldErrors } from '../server-errors.ts';
import { removePartFromFields } from './part-errors.ts';

it('finds the fields of a part that the server names, and ignores those of other parts', () => {
  const error = problemFailure(400, {
    code: 'INVALID_INPUT',
    content: [
      { message: 'one', field: 'payment.phoneNumber' },
      { message: 'two', field: 'demographic.city' },
      { message: 'three', field: 'password' },
      { message: 'four' },
    ],
  });
  const found = (part: string) => [...serverFieldErrors(removePartFromFields(error, part), () => true)];
  expect(found('payment')).toEqual([
    ['phoneNumber', 'one'],
    ['demographic.city', 'two'],
    ['password', 'three'],
  ]);
  expect(found('demographic')[1]).toEqual(['city', 'two']);
  expect(removePartFromFields('gone', 'payment')).toBe('gone');
});
