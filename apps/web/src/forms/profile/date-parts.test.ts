import { expect, it } from 'vitest';
import { keepDigits, isWholeDate, joinDate, splitDate } from './demographic-fields.tsx';

it('joins three boxes into a calendar day', () => {
  expect(joinDate({ day: '8', month: '4', year: '1996' })).toBe('1996-04-08');
  expect(joinDate({ day: '', month: '', year: '' })).toBe('');
});

it('keeps an incomplete date', () => {
  const half = joinDate({ day: '18', month: '', year: '19' });
  expect(isWholeDate(half)).toBe(false);
  expect(isWholeDate('1996-02-31')).toBe(true);
  expect(splitDate(half)).toEqual({ day: '18', month: '', year: '19' });
  expect(splitDate(undefined)).toEqual({ day: '', month: '', year: '' });
  expect(splitDate('1996-04-08')).toEqual({ day: '8', month: '04', year: '1996' });
});

it('accepts digits only', () => {
  expect(keepDigits(' 1996 ', 4)).toBe('1996');
  expect(keepDigits('19-96x7', 4)).toBe('1996');
});
