import { expect, test } from 'vitest';
import { fromCedis, toCedis } from './provider.ts';

test('B9-10 every amount survives writing and reading', () => {
  const amounts = Array.from({ length: 1_000_000 }, (_, index) => index + 1);
  expect(amounts.filter((pesewas) => fromCedis(toCedis(pesewas)) !== pesewas)).toEqual([]);
});

test.each([
  ['5', 500],
  ['5.0', 500],
  ['5.00', 500],
  ['0.29', 29],
  ['5.010', 501],
  ['5.011', undefined],
  ['1e3', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is %s pesewas', (text, pesewas) => {
  expect(fromCedis(text)).toBe(pesewas);
});
