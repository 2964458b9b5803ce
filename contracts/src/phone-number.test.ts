import { expect, it } from 'vitest';
import { mayBeOfGhana } from './phone-number.ts';

it.each([
  '024 123 4567',
  '(024) 123-4567',
  '024.123.4567',
  '241234567',
  '233241234567',
  '+233 24 123 4567',
  '+233 (0)24 123 4567',
  '00233 24 123 4567',
  '0302 123 456',
  'tel:+233241234567',
  '٠٢٤١٢٣٤٥٦٧',
])('D-40 sends %s', (number) => {
  expect(mayBeOfGhana(number)).toBe(true);
});

it.each(['12', '024 123 456', '024 123 45678', '044 123 4567', '+1 202 555 0123', '+', ''])(
  'D-40 asks again for %s',
  (number) => {
    expect(mayBeOfGhana(number)).toBe(false);
  },
);
