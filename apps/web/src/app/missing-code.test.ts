import { expect, it } from 'vitest';
import { testStorage } from '../../test/test-user.ts';
import { isFirstReload, isMissingCode } from './missing-code.ts';

it('distinguishes code that could not be fetched from an error in the code', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://example.com/assets/studies-1.js',
    'error loading dynamically imported module: https://example.com/assets/studies-1.js',
    'Importing a module script failed.',
  ])
    expect(isMissingCode(new TypeError(message))).toBe(true);
  expect(isMissingCode(new TypeError('x is undefined'))).toBe(false);
  expect(isMissingCode('Failed to fetch dynamically imported module')).toBe(false);
});

it('reloads once for each build', () => {
  const storage = testStorage();
  expect(isFirstReload('one', storage)).toBe(true);
  expect(isFirstReload('one', storage)).toBe(false);
  expect(isFirstReload('next', storage)).toBe(true);
});
