import { expect, it } from 'vitest';
import { networkHint } from './network-hint.ts';

it.each([
  ['024 123 4567', 'MTN'],
  ['+233 59 123 4567', 'MTN'],
  ['+233 (0)20 123 4567', 'TELECEL'],
  ['00233501234567', 'TELECEL'],
  ['233271234567', 'AIRTEL_TIGO'],
  ['057', 'AIRTEL_TIGO'],
  ['24 123 4567', 'MTN'],
  ['0302 123 456', undefined],
  ['02', undefined],
  ['', undefined],
])('D-40 hints for %s at %s', (number, network) => {
  expect(networkHint(number)).toBe(network);
});
