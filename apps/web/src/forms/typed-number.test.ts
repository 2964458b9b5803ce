import { expect, it } from 'vitest';
import { typedNumber } from './form.tsx';

it.each([
  ['', undefined],
  [' ', undefined],
  [undefined, undefined],
  [null, undefined],
  [18, 18],
  ['18', 18],
  [' 007 ', 7],
  ['150', 150],
  ['-5', -5],
  ['2.5', 2.5],
  ['18.', 18],
  ['1,000', 1000],
  ['12,000,000', 12_000_000],
  ['2,5', Number.NaN],
  ['3o', Number.NaN],
  ['1e3', Number.NaN],
  ['0x1f', Number.NaN],
  ['-', Number.NaN],
])('S-305 S-312 reads %j as %j, and anything else as no number', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});
