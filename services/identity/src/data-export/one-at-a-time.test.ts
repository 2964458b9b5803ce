import { expect, test } from 'vitest';
import { createExportLimit } from './routes.ts';

test('a person has one export at a time, and may start another a minute after a broken one', () => {
  let now = 1;
  const begin = createExportLimit(() => now);
  const end = begin('ama');
  expect(end).toBeDefined();
  expect(begin('ama')).toBeUndefined();
  expect(begin('esi')).toBeDefined();
  end?.();
  now = 2;
  expect(begin('ama')).toBeDefined();
  // Ending the earlier export again does not end this one.
  end?.();
  expect(begin('ama')).toBeUndefined();
  now = 60_001;
  expect(begin('ama')).toBeUndefined();
  now = 60_002;
  expect(begin('ama')).toBeDefined();
});
