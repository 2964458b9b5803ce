import { expect, test } from 'vitest';
import { createOneAtATime } from './routes.ts';

test('a person has one under way, others theirs, and whoever went away another after a minute', () => {
  let now = 1;
  const begin = createOneAtATime(() => now);
  const end = begin('ama');
  expect(end).toBeDefined();
  expect(begin('ama')).toBeUndefined();
  expect(begin('esi')).toBeDefined();
  end?.();
  now = 2;
  expect(begin('ama')).toBeDefined();
  // The end of the one before is none of this one.
  end?.();
  expect(begin('ama')).toBeUndefined();
  now = 60_001;
  expect(begin('ama')).toBeUndefined();
  now = 60_002;
  expect(begin('ama')).toBeDefined();
});
