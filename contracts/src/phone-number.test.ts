import { expect, it } from 'vitest';
import { localNumber } from './local-number.ts';
import { mayBeMobile, mayBeOfGhana } from './phone-number.ts';

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
  '024\u00a0123\u00a04567',
  '\u202a+233 24 123 4567\u202c',
])('D-40 accepts %s', (number) => {
  expect(mayBeOfGhana(number)).toBe(true);
});

it.each(['12', '024 123 456', '024 123 45678', '044 123 4567', '+1 202 555 0123', '+', ''])(
  'D-40 refuses %s',
  (number) => {
    expect(mayBeOfGhana(number)).toBe(false);
  },
);

it.each([
  ['024 123 4567', true],
  ['+233 (0)55 123 4567', true],
  ['0302 123 456', false],
  ['+233302123456', false],
  ['0800 12345', false],
])('P2a treats %s as a mobile number: %s', (number, isMobile) => {
  expect(mayBeMobile(number)).toBe(isMobile);
});

it('shows a stored number as people write it, and anything else unchanged', () => {
  expect(['+233241234567', '+23380012345', '044 1'].map(localNumber)).toEqual([
    '024 123 4567',
    '+23380012345',
    '044 1',
  ]);
});
